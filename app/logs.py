"""The log: one line for each thing an operator may want to know, as a code with details.

Lines are text on a terminal and JSON elsewhere. Libraries log the same way, but their info lines are written
only at debug level. Their debug lines are never written, because those contain cookies.
"""

import logging
import sys
from typing import TextIO

import structlog
from structlog.dev import ConsoleRenderer, plain_traceback
from structlog.processors import JSONRenderer, TimeStamper, format_exc_info
from structlog.stdlib import LoggerFactory, ProcessorFormatter, add_log_level, add_logger_name

from app.web.middleware.request_ids import add_request

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def begin(level: str, stream: TextIO = sys.stderr) -> None:
    """Start logging: write lines of at least this level, and no others."""
    lowest = LEVELS[level]
    every = (add_request, add_log_level, TimeStamper("iso", utc=True))
    structlog.configure(
        processors=[*every, ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(lowest),
        logger_factory=LoggerFactory(),
        cache_logger_on_first_use=True,  # makes lines below the level cost next to nothing
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=[*every, add_logger_name],
            processors=[ProcessorFormatter.remove_processors_meta, *_written(stream)],
        )
    )
    logging.captureWarnings(True)
    logging.getLogger("app").setLevel(lowest)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO if level == "debug" else max(lowest, logging.WARNING))
    # Uvicorn warns about every request it can't parse, and anybody can send thousands of those.
    logging.getLogger("uvicorn.error").setLevel(logging.INFO if level == "debug" else logging.ERROR)


def _written(stream: TextIO) -> list[structlog.typing.Processor]:
    """Return the renderers for this stream. Tracebacks never show variables' values: some are keys."""
    if stream.isatty():
        return [ConsoleRenderer(exception_formatter=plain_traceback)]
    return [format_exc_info, JSONRenderer(ensure_ascii=False)]
