"""What tests of the API ask for."""

import pytest

from tests.service.client import Api


@pytest.fixture
def api() -> Api:
    """The API over an empty log in memory."""
    return Api()
