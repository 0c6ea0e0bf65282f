"""What the addresses of the site stand on: who asks, what they may do and how often, cookies, errors, and
what every request passes on its way (`middleware`).

It may import the settings, pages and everything below. It must not know a single address; those are in
`routes`.
"""
