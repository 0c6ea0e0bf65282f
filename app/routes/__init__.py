"""The routes, with one file for each screen or API topic. A route reads the request, makes one change and
responds.

They may import everything below them. They must contain no rules or HTML; only `app.main` imports them.
"""
