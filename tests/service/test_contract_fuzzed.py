"""Requests that nobody would think of: schemathesis makes them from the contract, and checks every answer with it."""

from functools import cache
from typing import Any

import pytest
import schemathesis
import yaml
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.openapi import spec_text
from service.settings import Settings
from tests.service.client import PERSONS, SECRET, Api

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
OPERATIONS = [
    (method, path)
    for path, item in yaml.safe_load(spec_text())["paths"].items()
    for method in item
    if method != "parameters"
]
fuzzing = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


API = Api(settings=Settings(secret=SECRET, running_games_per_address=10**6, created_per_hour=10**6))


@cache
def contract_of_a_running_app() -> Any:
    """The contract as a running app serves it; requests made from it go to that app."""
    return schemathesis.openapi.from_wsgi("/openapi.json", API.app)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_answer_keeps_the_contract(method: str, path: str):
    """Whatever is sent, right or wrong, the answer is one that the contract names, in the shape that it says."""
    modes = schemathesis.GenerationMode
    operation = contract_of_a_running_app()[path][method]

    @fuzzing
    @given(st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in (modes.POSITIVE, modes.NEGATIVE))))
    def every_case(case: schemathesis.Case) -> None:
        if "game_id" in case.path_parameters:
            opened = API.open(*PERSONS, undo="free")
            case.path_parameters |= {"game_id": opened.id}
            case.headers["Authorization"] = f"Bearer {opened.token()}"
        case.call_and_validate(checks=CHECKS)

    every_case()
