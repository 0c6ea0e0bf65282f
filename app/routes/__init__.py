"""The routes, one file for each screen or API subject: read the request, make one change, respond.

They may import everything below them. They must hold no rules and no HTML; nothing but `app.main`
imports them.
"""
