FROM python:3.11.14-slim-bookworm

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PATH="/srv/housewarming/.venv/bin:$PATH"
WORKDIR /srv/housewarming

# Packages come from the hash lock, in a layer of their own: changing only the code keeps it cached.
COPY requirements.lock ./
COPY scripts/environment.py scripts/debian.py scripts/
RUN python -c "from scripts.environment import RUN_LOCK, ensure; ensure(RUN_LOCK)"

COPY LICENSE ./
COPY docs/api.md docs/
COPY examples examples
COPY static static
COPY migrations migrations
COPY app app
RUN .venv/bin/python -m compileall -q app

# The root can be read-only, because the server writes only to its data folder.
RUN install --directory --owner=10001 --group=10001 --mode=700 /data
USER 10001:10001
ENV HOUSEWARMING_DATA=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD [".venv/bin/python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8080/healthz', timeout=4)"]
ENTRYPOINT [".venv/bin/housewarming"]
CMD ["serve"]
