"""Code that all routes share: visitors and their permissions, rate limits, cookies, errors, `middleware`.

It may import the settings, the pages and everything below them. It must not know any of the site's URLs,
which are in `routes`.
"""
