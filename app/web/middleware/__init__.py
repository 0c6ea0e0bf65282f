"""The middleware between the server and the routes; `app.main` decides its order.

It may import `web` and everything below it. It must not know about any particular screen.
"""
