"""The command `playledger`: what it answers when something has to be changed first, and that its parts exist."""

import os
import socket
import subprocess
import sys

import pytest

from service.cli import BY_STRING, resolve
from service.embedded import Server, embedded_redis, record_server


@pytest.fixture
def playledger(tmp_path):
    """Runs the command in an empty folder; its exit code, standard output and standard error."""

    def run(*arguments: str, **environ: str) -> tuple[int, str, str]:
        own = {name: text for name, text in os.environ.items() if not name.startswith("PLAYLEDGER_")}
        command = [sys.executable, "-P", "-m", "service.cli", *arguments]
        done = subprocess.run(
            command, env=own | environ, cwd=tmp_path, capture_output=True, text=True, timeout=30, check=False
        )
        return done.returncode, done.stdout, done.stderr

    return run


def refused(result: tuple[int, str, str], *parts: str) -> None:
    """Exit code 2, nothing on standard output, one line on standard error with these parts."""
    code, out, said = result
    assert (2, "", 1) == (code, out, said.count("\n")), said
    assert said.startswith("playledger: ")
    assert [] == [part for part in parts if part not in said], said


def test_help_names_the_five_commands(playledger):
    """`playledger --help` is where an operator begins."""
    code, out, _ = playledger("--help")
    assert (0, []) == (code, [c for c in ("serve", "api", "worker", "sweeper", "openapi") if c not in out])


def test_a_taken_port_is_refused(playledger):
    """The sentence names the port, and how to choose another."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused(playledger("serve", "--port", port), f"port {port}: Address already in use", "PLAYLEDGER_PORT")


def test_a_host_that_is_not_ours_is_refused(playledger):
    """Neither an unknown name nor a foreign address can be listened on."""
    refused(playledger("serve", "--port", "0", "--host", "192.0.2.1"), "Cannot listen on 192.0.2.1")
    refused(playledger("serve", "--port", "0", "--host", "no.such.host.invalid"), "no.such.host.invalid")


def test_a_data_folder_that_cannot_be_used_is_refused(playledger, tmp_path):
    """For example when it is a file."""
    (tmp_path / "file").write_text("")
    refused(playledger("serve", "--port", "0", "--data", "file"), f"{tmp_path}/file cannot be used: File exists")


def test_a_second_service_on_the_same_folder_is_refused(playledger, tmp_path):
    """Two would write the same files; the first holds a lock on the folder."""
    holding = (
        "from pathlib import Path; from service.serve import locked; import sys\n"
        "with locked(Path(sys.argv[1])): print(flush=True); sys.stdin.read()"
    )
    argv = [sys.executable, "-c", holding, str(tmp_path / "var")]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
        assert first.stdout
        assert first.stdin
        first.stdout.readline()
        refused(playledger("serve", "--port", "0"), f"Another Playledger is running on {tmp_path}/var")
        first.stdin.close()


def test_a_folder_of_a_newer_server_is_refused(playledger, tmp_path):
    """An older server might not read it, or start silently empty."""
    record_server(tmp_path, Server("", "redis", (99, 0, 0)))
    refused(playledger("serve", "--port", "0", "--data", "."), "was written by redis 99.0.0", "may not read it")


@pytest.mark.parametrize(
    "arguments", [["serve", "--port", "0"], ["api"], ["worker", "--queue", "bots"], ["sweeper"]], ids=" ".join
)
def test_a_redis_that_evicts_is_refused(playledger, tmp_path, arguments):
    """A named Redis is looked at before the first game, by the parts alone as by all together, and not touched."""
    with embedded_redis(tmp_path / "redis") as server, server.client() as client:
        client.config_set("maxmemory-policy", "allkeys-lru")
        refused(playledger(*arguments, PLAYLEDGER_REDIS_URL=server.url), "maxmemory-policy")
        assert client.ping()


def test_a_redis_that_does_not_answer_is_refused(playledger, tmp_path):
    """The sentence does not repeat the address: it may hold a password."""
    url = f"unix://hidden:hidden@{tmp_path}/nothing.sock"
    result = playledger("serve", "--port", "0", PLAYLEDGER_REDIS_URL=url)
    refused(result, "The Redis does not answer")
    assert "hidden" not in result[2]


def test_a_setting_that_makes_no_sense_is_refused(playledger):
    """On the command line as in the environment."""
    refused(playledger("serve", "--port", "many"), "PLAYLEDGER_PORT ('many'): Must be a whole number")
    refused(playledger("serve", PLAYLEDGER_DURABILITY="some"), "PLAYLEDGER_DURABILITY")


@pytest.mark.parametrize("arguments", [["api"], ["worker", "--queue", "bots"], ["sweeper"]])
def test_the_parts_alone_need_a_redis(playledger, arguments):
    """Only `serve` brings one."""
    refused(playledger(*arguments), "PLAYLEDGER_REDIS_URL names no Redis")


def test_a_worker_has_one_queue(playledger):
    """With several a killed worker would lose its job; so there is no default and no list."""
    assert 2 == playledger("worker", PLAYLEDGER_REDIS_URL="redis://x")[0]
    assert 2 == playledger("worker", "--queue", "bots,history", PLAYLEDGER_REDIS_URL="redis://x")[0]


@pytest.mark.parametrize("name", BY_STRING)
def test_what_is_named_by_string_exists(name):
    """The service never imports the workers, so the type checker cannot tell."""
    assert callable(resolve(name))


def test_a_stale_contract_is_noticed(playledger, tmp_path):
    """`openapi` writes the file, `openapi --check` compares and writes nothing."""
    assert 1 == playledger("openapi", "--check")[0]
    assert not (tmp_path / "openapi.yaml").exists()
    assert 0 == playledger("openapi")[0]
    assert 0 == playledger("openapi", "--check")[0]
    (tmp_path / "openapi.yaml").write_text("openapi: 3.1.0\n")
    code, _, said = playledger("openapi", "--check")
    assert (1, "openapi.yaml is stale; write it anew with `make openapi`.\n") == (code, said)
