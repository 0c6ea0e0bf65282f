"""What all routes share: visitors and their permissions, rate limits, cookies, errors, and `middleware`.

It may import the settings, pages and everything below. It must not know a single URL; those are in `routes`.
"""
