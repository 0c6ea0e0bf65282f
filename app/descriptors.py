"""What a process may have open at once."""

import resource


def allow_many_files(wanted: int) -> None:
    """Raise this process's limit, and that of the programs it starts, as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = hard if hard != resource.RLIM_INFINITY else wanted + 100
    if soft < wanted + 100:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted + 100, most), hard))
