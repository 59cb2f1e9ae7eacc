# One image for every part of Playledger: the whole service by default, or `api`, `worker --queue ...`, `sweeper` with
# PLAYLEDGER_REDIS_URL for a deployment of several containers.
FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PLAYLEDGER_HOST=0.0.0.0 PLAYLEDGER_PORT=8080 PLAYLEDGER_DATA=/data

WORKDIR /app
COPY requirements.txt ./
RUN pip install --require-hashes --requirement requirements.txt

COPY pyproject.toml README.md LICENSE ./
COPY events ./events
COPY service ./service
COPY workers ./workers
RUN pip install --no-deps --no-build-isolation . \
    && useradd --system --uid 10001 playledger \
    && install --directory --owner=playledger --mode=0700 /data

USER 10001
VOLUME /data
EXPOSE 8080
# SIGTERM stops everything within five seconds; `docker stop` waits ten.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8080/readyz', timeout=2)"]
ENTRYPOINT ["playledger"]
CMD ["serve"]
