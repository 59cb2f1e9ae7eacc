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
        preexec_fn=(lambda: _ask_for(signal.SIGTERM, parent)) if _libc else None,  # noqa: PLW1509 - takes no lock
    )


def hold_on_to(parent: int) -> None:
    """In a new child of `parent`: SIGKILL to oneself when it ends, which it may have done already.

    For processes that others fork for us: some wait for their parent's word before they heed a SIGTERM.
    """
    if _libc:
        _ask_for(signal.SIGKILL, parent)
    else:
        _watch_over(parent, signal.SIGKILL)


def die_with_parent(parent: int) -> None:
    """In a child, where the kernel does not do it: SIGTERM to oneself within a second of `parent`'s end."""
    if _libc is None:
        _watch_over(parent, signal.SIGTERM)


def _ask_for(number: signal.Signals, parent: int) -> None:
    """In the new child: this signal when the parent ends. It may have ended already."""
    assert _libc is not None
    _libc.prctl(PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os._exit(1)


def _watch_over(parent: int, number: signal.Signals) -> None:
    threading.Thread(target=_watch, args=(parent, number), daemon=True, name="lifeline").start()


def _watch(parent: int, number: signal.Signals) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), number)
