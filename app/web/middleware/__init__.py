"""What every request passes on its way to its route, and its answer on the way back; `app.main` puts them
in order.

They may import `web` and everything below it. They must not know any screen.
"""
