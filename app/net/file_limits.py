"""The limit on open files, and whether it leaves room for more connections."""

import resource

KEPT = 100  # file descriptors reserved for the database and other files
AT_A_TURN = KEPT // 2  # connections accepted in one turn of the event loop


def allow_many_files(wanted: int) -> None:
    """Raise the limit for this process and its children, as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = hard if hard != resource.RLIM_INFINITY else wanted + 100
    if soft < wanted + 100:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted + 100, most), hard))


def has_room(connections: int) -> bool:
    """Whether enough file descriptors stay free with this many connections. If they ran out, nothing would
    work any more, and asyncio would only log errors."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft == resource.RLIM_INFINITY or connections <= max(soft - KEPT, KEPT)
