"""Child processes kept alive: started in stages, started again when they end, stopped in reverse order."""

import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from service.lifeline import spawn

FIRST_DELAY = 0.2
LONGEST_DELAY = 5.0
DEATHS = 5
WITHIN = 60.0


class TooManyDeaths(Exception):
    """A child ended five times within a minute; its name and last exit code are in the sentence."""


@dataclass(frozen=True)
class Child:
    """A process to keep alive. Those of a lower `stage` start before and stop after those of a higher one."""

    name: str
    argv: Sequence[str]
    stage: int = 1
    environ: Mapping[str, str] | None = None
    pass_fds: tuple[int, ...] = ()
    grace: float = 1.5
    """Seconds from SIGTERM to SIGKILL when it is stopped."""
    insist: float | None = None
    """Seconds from SIGTERM to a second one, for programs that understand it as "now, please"."""
    running: subprocess.Popen[bytes] | None = None
    """The process, when it has been started already."""


@dataclass
class Deaths:
    """When a child ended lately, and so how long to wait before it starts again."""

    times: list[float] = field(default_factory=list)

    def add(self, now: float) -> float | None:
        """Notes an end at `now`; the seconds until the next start, or None for the fifth end in a minute."""
        self.times = [*(time for time in self.times if time > now - WITHIN), now]
        if len(self.times) >= DEATHS:
            return None
        return min(LONGEST_DELAY, FIRST_DELAY * 2.0 ** (len(self.times) - 1))


@dataclass
class Kept:
    """A child with its process, or with the time of its next start."""

    child: Child
    process: subprocess.Popen[bytes]
    deaths: Deaths = field(default_factory=Deaths)
    due: float | None = None

    def alive(self) -> bool:
        """Whether the process runs."""
        return self.process.poll() is None


class Supervisor:
    """Keeps `children` alive while `tend` is called several times a second. What happens is told to `say`."""

    def __init__(self, children: Sequence[Child], say: Callable[[str], None]) -> None:
        """Nothing is started yet. Children that run already are adopted by `start`."""
        self.children = sorted(children, key=lambda child: child.stage)
        self.say = say
        self.kept: list[Kept] = []

    def start(self) -> None:
        """Starts all children, lower stages first."""
        for child in self.children:
            self.kept.append(Kept(child, child.running or _spawn(child)))

    def tend(self) -> None:
        """Notices what has ended and starts what is due. Raises `TooManyDeaths`."""
        now = time.monotonic()
        for kept in self.kept:
            if kept.due is not None:
                if now >= kept.due:
                    kept.process, kept.due = _spawn(kept.child), None
            elif not kept.alive():
                self._bury(kept, now)

    def _bury(self, kept: Kept, now: float) -> None:
        how = _how_it_ended(kept.process.returncode)
        delay = kept.deaths.add(now)
        if delay is None:
            raise TooManyDeaths(f"{kept.child.name} ended {DEATHS} times within a minute, last {how}.")
        self.say(f"{kept.child.name} ended {how}; it starts again in {delay:.1f} s.")
        kept.due = now + delay

    def stop(self) -> None:
        """Stops all children, the highest stage first, each within its grace."""
        for stage in sorted({child.stage for child in self.children}, reverse=True):
            _stop([kept for kept in self.kept if kept.child.stage == stage and kept.alive()])
        self.kept.clear()


def _spawn(child: Child) -> subprocess.Popen[bytes]:
    return spawn(child.argv, child.environ, child.pass_fds)


def _how_it_ended(code: int) -> str:
    return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"


def _stop(stage: Sequence[Kept]) -> None:
    """SIGTERM to all, a second one to who needs it, SIGKILL to who is still there after its grace."""
    begin = time.monotonic()
    for kept in stage:
        kept.process.terminate()
    insisted: set[str] = set()
    while living := [kept for kept in stage if kept.alive()]:
        spent = time.monotonic() - begin
        for kept in living:
            child = kept.child
            if spent > child.grace:
                kept.process.kill()
            elif child.insist is not None and spent > child.insist and child.name not in insisted:
                insisted.add(child.name)
                kept.process.terminate()
        time.sleep(0.01)
