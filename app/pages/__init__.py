"""HTML made from values: templates in four languages, the regions of a table's page, pictures.

It may import live tables and everything below them. It must never see a request: who looks comes as a
`Visitor`.
"""
