"""Renders HTML: templates in four languages, the regions of a table's page, and pictures.

It may import live tables and everything below them. It must never see a request, and gets a `Visitor`
instead.
"""
