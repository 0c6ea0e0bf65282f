"""The addresses of the site, one file for each screen or subject of the API: read the request, call one
step, answer.

They may import everything below them. They must hold no rules and no HTML; nothing but `app.main`
imports them.
"""
