"""How often a server looks for garbage; benchmarks of what it runs look as rarely."""

import gc

COLLECT_AFTER = 100_000  # new objects; Python's own 700 would look for garbage several times in every frame


def collect_rarely() -> None:
    gc.freeze()  # what stays for good need not be searched again and again
    gc.set_threshold(COLLECT_AFTER)
