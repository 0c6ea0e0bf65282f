"""The routes, one file for each screen or API topic: read the request, make one change, respond.

They may import everything below them. They must contain no rules or HTML; only `app.main` imports them.
"""
