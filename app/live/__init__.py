"""Tables in memory: one live table for each that is open, with its lock, who is there just now, whose time
runs, and who hears its news; bots that play there; and other servers on the same database, by way of
`bus`.

It may import the table's values, storage and net. It must not know how anything is drawn, or what a
request is.
"""
