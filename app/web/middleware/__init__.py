"""The middleware between the server and the routes; `app.main` puts it in order.

It may import `web` and everything below it. It must not know any screen.
"""
