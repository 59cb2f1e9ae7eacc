"""Child processes that do not outlive the process that started them, however it ends."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def spawn(
    argv: Sequence[str], environ: Mapping[str, str] | None = None, pass_fds: Sequence[int] = ()
) -> subprocess.Popen[bytes]:
    """Starts `argv` in a process group of its own, so that Ctrl-C reaches only this process.

    On Linux the child gets SIGTERM when the calling *thread* ends, so call it from the main thread. Elsewhere
    a child of ours calls `die_with_parent` itself. Raises `OSError` when there is no such program.
    """
    parent = os.getpid()
    return subprocess.Popen(
        argv,
        env=environ,
        pass_fds=pass_fds,
        stdin=subprocess.DEVNULL,
        process_group=0,
        preexec_fn=(lambda: _ask_for_sigterm(parent)) if _libc else None,  # noqa: PLW1509
    )


def hold_on_to(parent: int) -> None:
    """In a new child of `parent`: SIGTERM to oneself when it ends, which it may have done already."""
    if _libc:
        _ask_for_sigterm(parent)
    else:
        die_with_parent(parent)


def _ask_for_sigterm(parent: int) -> None:
    """In the new child: SIGTERM when the parent ends. It may have ended already."""
    assert _libc is not None
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        os._exit(1)


def die_with_parent(parent: int) -> None:
    """In a child, where the kernel does not do it: SIGTERM to oneself within a second of `parent`'s end."""
    if _libc is None:
        threading.Thread(target=_watch, args=(parent,), daemon=True, name="lifeline").start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)
