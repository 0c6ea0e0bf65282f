"""Pictures made on the server. To share a finished game, we draw it as SVG and turn it into a PNG.

They may import what `pages` may. They must not block the event loop: drawing happens in a subprocess.
"""
