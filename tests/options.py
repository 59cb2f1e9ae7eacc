"""The command line options of the test suite."""

import pytest

pytest.register_assert_rewrite("tests.scenario", "tests.contracts.lawbook")

LAW_GAMES = 3


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--law-games` for the long form of the laws, `--rewrite-playthroughs` to record golden games anew."""
    group = parser.getgroup("playledger")
    group.addoption(
        "--law-games",
        type=int,
        default=LAW_GAMES,
        help="random games per kind of game, number of seats and option that every law is tried on",
    )
    group.addoption(
        "--rewrite-playthroughs",
        action="store_true",
        help="write the golden playthroughs anew instead of comparing them",
    )
