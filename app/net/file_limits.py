"""What a process may have open at once."""

import resource

KEPT = 100  # files that no connection gets: they are for the database and whatever else is opened
AT_A_TURN = KEPT // 2  # connections that come in before anything else is done


def allow_many_files(wanted: int) -> None:
    """Raise this process's limit, and that of the programs it starts, as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = hard if hard != resource.RLIM_INFINITY else wanted + 100
    if soft < wanted + 100:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted + 100, most), hard))


def has_room(connections: int) -> bool:
    """Whether so many leave enough. With no file left nothing works, and asyncio only complains of it."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft == resource.RLIM_INFINITY or connections <= max(soft - KEPT, KEPT)
