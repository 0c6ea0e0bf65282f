"""Pictures made on the server: a finished game to share, drawn as SVG and turned into a PNG.

They may import what `pages` may. They must not block the event loop: drawing happens in a subprocess.
"""
