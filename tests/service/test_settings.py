"""What an operator can choose, and what they are told when a choice makes no sense."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service.settings import CannotStart, Settings, environment, load_settings, require_redis, server_secret


def test_without_any_variable_the_defaults_hold(tmp_path, monkeypatch):
    """Nothing has to be set; the data folder is `var` in the current folder, as an absolute path."""
    monkeypatch.chdir(tmp_path)
    assert Settings(data=tmp_path / "var") == load_settings({})


def test_variables_are_read_with_their_prefix():
    """PLAYLEDGER_PORT is the port; other variables are none of our business."""
    settings = load_settings({"PLAYLEDGER_PORT": "9000", "PORT": "1", "PLAYLEDGER_DURABILITY": "fast"})
    assert (9000, "fast") == (settings.port, settings.durability)


def test_an_empty_variable_counts_as_not_set():
    """`PLAYLEDGER_PORT= make serve` takes the default."""
    assert 8080 == load_settings({"PLAYLEDGER_PORT": ""}).port


def test_what_is_given_goes_before_the_environment(tmp_path):
    """Options of the command line win; an option that was not given, or is empty, does not."""
    settings = load_settings({"PLAYLEDGER_PORT": "9000", "PLAYLEDGER_HOST": "::1"}, port="7000", host=None, data="")
    assert (7000, "::1", Path.cwd() / "var") == (settings.port, settings.host, settings.data)


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("PORT", "http", "('http'): Must be a whole number"),
        ("PORT", "70000", "('70000'): Must be greater than or equal to 0 and less than or equal to 65535"),
        ("DURABILITY", "safe", "('safe'): Must be one of: disk, fast"),
        ("REDIS_URL", "http://host", ": Must begin with redis://, rediss:// or unix://"),
        ("QUEUE_URL", "host:6379", ": Must begin with redis://, rediss:// or unix://"),
        ("SECRET", "short", ": Shorter than minimum length 22"),
        ("BOT_WORKERS", "0", "('0'): Must be greater than or equal to 1 and less than or equal to 64"),
        ("SWEEP_SECONDS", "often", "('often'): Not a valid number"),
    ],
)
def test_a_bad_value_is_one_sentence_that_names_the_variable(name, value, problem):
    """Addresses and secrets are not repeated: they may hold passwords."""
    with pytest.raises(CannotStart) as error:
        load_settings({f"PLAYLEDGER_{name}": value})
    assert f"PLAYLEDGER_{name}{' ' if problem[0] == '(' else ''}{problem}." == str(error.value)


def test_a_misspelt_variable_is_not_ignored():
    """A setting that silently does nothing is worse than an error."""
    with pytest.raises(CannotStart, match=r"^PLAYLEDGER_PROT is not a setting of Playledger\.$"):
        load_settings({"PLAYLEDGER_PROT": "8080"})


def test_settings_reach_child_processes_unchanged(tmp_path):
    """`environment` is the reverse of `load_settings`."""
    settings = load_settings({}, data=str(tmp_path), redis_url="unix:///x/redis.sock", sweep_seconds="0.5")
    assert settings == load_settings(environment(settings))


def test_private_settings_are_not_shown():
    """A log line that prints the settings tells no password."""
    private = {"redis_url": "redis://:hidden@host", "secret": "hidden" * 4, "operator_token": "hidden" * 4}
    assert "hidden" not in repr(load_settings({}, **private))


def test_the_queues_live_in_the_same_redis_unless_said_otherwise():
    """RQ may have a Redis of its own."""
    assert "redis://a" == Settings(redis_url="redis://a").queue_address
    assert "redis://b" == Settings(redis_url="redis://a", queue_url="redis://b").queue_address


def test_commands_that_start_no_redis_need_one():
    """`playledger api` alone says what is missing."""
    require_redis(Settings(redis_url="redis://a"))
    with pytest.raises(CannotStart, match="PLAYLEDGER_REDIS_URL names no Redis"):
        require_redis(Settings())


def test_the_secret_is_made_once_and_only_its_owner_can_read_it(tmp_path):
    """The file `secret` in the data folder has mode 0600 and stays what it is."""
    settings = Settings(data=tmp_path / "new")
    assert server_secret(settings) == server_secret(settings)
    assert 0o600 == stat.S_IMODE((settings.data / "secret").stat().st_mode)


def test_processes_that_start_together_agree_on_the_secret(tmp_path):
    """Sixteen first uses at once give one secret, and no draft is left behind."""
    settings = Settings(data=tmp_path)
    with ThreadPoolExecutor(16) as pool:
        secrets = set(pool.map(lambda _: server_secret(settings), range(16)))
    assert 1 == len(secrets)
    assert ["secret"] == [path.name for path in tmp_path.iterdir()]


def test_a_secret_from_the_environment_leaves_no_file(tmp_path):
    """PLAYLEDGER_SECRET goes before the file."""
    assert b"x" * 30 == server_secret(Settings(data=tmp_path, secret="x" * 30))
    assert [] == list(tmp_path.iterdir())


def test_a_damaged_secret_is_not_replaced(tmp_path):
    """A new one would make every token worthless."""
    (tmp_path / "secret").write_text("short")
    with pytest.raises(CannotStart, match="is damaged; put it back from a backup"):
        server_secret(Settings(data=tmp_path))
    assert "short" == Path(tmp_path / "secret").read_text()


def test_a_data_folder_that_is_a_file_is_said_to_be_unusable(tmp_path):
    """The sentence names the path."""
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotStart, match=r"secret in .*file/secret cannot be used: (File exists|Not a directory)\.$"):
        server_secret(Settings(data=tmp_path / "file"))
