"""A worker process like `playledger worker`, with odd bots besides the ordinary ones: `worker.py <queue>`."""

import logging
import sys

from service.settings import load_settings
from tests.workers.odd_bots import ALL_BOTS
from workers.jobs import equip
from workers.main import compose, make_worker

if __name__ == "__main__":
    logging.basicConfig(level="WARNING", format="%(process)d %(levelname)s %(name)s: %(message)s")
    settings = load_settings()
    equip(compose(settings)._replace(bots=ALL_BOTS))
    make_worker(settings, sys.argv[1]).work(logging_level="WARNING")
