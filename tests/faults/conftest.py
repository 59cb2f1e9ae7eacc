"""The service that most of these tests do something to."""

from collections.abc import Iterator

import pytest

from tests.faults.siege import Siege, siege
from tests.faults.whole import whole


@pytest.fixture(scope="package")
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Siege]:
    """The whole service as `playledger serve` runs it, with eight players."""
    with whole(tmp_path_factory.mktemp("service")) as service, siege(service) as begun:
        yield begun
