FROM python:3.11.14-slim-bookworm

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PATH="/srv/housewarming/.venv/bin:$PATH"
WORKDIR /srv/housewarming

# By the lock and its hashes, as everywhere. They stay in their layer when only the code changes.
COPY requirements.lock ./
COPY scripts/environment.py scripts/machine.py scripts/
RUN python -c "from scripts.environment import RUN_LOCK, ensure; ensure(RUN_LOCK)"

COPY LICENSE ./
COPY docs/api.md docs/
COPY static static
COPY migrations migrations
COPY app app
RUN .venv/bin/python -m compileall -q app

# The root may be read-only: only the data folder is written to.
RUN install --directory --owner=10001 --group=10001 --mode=700 /data
USER 10001:10001
ENV HOUSEWARMING_DATA=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD [".venv/bin/python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8080/healthz', timeout=4)"]
ENTRYPOINT [".venv/bin/housewarming"]
CMD ["serve"]
