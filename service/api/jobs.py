"""Jobs: what a caller asked for and a worker does: /v1/jobs/{id}."""

from typing import Any, Literal

from flask import Response

from events.errors import GameNotFound, KeyReused, Refusal, Unavailable
from events.log import Appended, Gone, Job, Replayed, Reused, job_id, work_of
from service.api import desk
from service.api.blueprint import Blueprint
from service.auth import NOT_FOUND
from service.documents import JobAsked, JobShown, Progress
from service.parts import parts

blueprint = Blueprint("jobs", __name__, url_prefix="/v1/jobs", description="What workers do.")


@blueprint.route("/<job_id>")
@blueprint.sends(200, "Job")
@blueprint.errors("unauthorized", "not_found", "invalid")
def one_job(job_id: str) -> Response:
    """How far the job is; only for the caller who asked for it."""
    return desk.answer(job_shown(own_job(job_id)))


def own_job(job_id: str) -> Job:
    """The caller's job with this id; refuses as `not_found` what others asked for."""
    owner = desk.admitted("browse").id
    job = parts().handler.log.job(job_id)
    if job is None or job.owner != owner:
        raise Refusal("not_found", NOT_FOUND)
    return job


def ask(seen: desk.Seen, kind: Literal["undo", "replay"], wanted: dict[str, Any], this: desk.Once) -> Response:
    """Keep a job, wake a worker for it, and answer with it; once per command id."""
    job = Job(
        id=job_id(kind, seen.game.id, this.command_id),
        kind=kind,
        game=seen.game.id,
        owner=seen.caller.id,
        request=wanted,
    )
    serving = parts()
    match serving.handler.log.ask(job, serving.clock(), this.command_id, this.fingerprint):
        case Appended():
            desk.wake(work_of(job))
            return _answer(job, replayed=False)
        case Replayed(receipt) if receipt.job is not None:
            return asked(receipt.job, replayed=True)
        case Reused():
            raise KeyReused
        case Gone():
            raise GameNotFound
        case answer:
            raise Unavailable(f"the job could not be kept: {answer}")


def asked(job_id: str, *, replayed: bool) -> Response:
    """The answer to a request that asked for this job."""
    job = parts().handler.log.job(job_id)
    if job is None:
        raise Refusal("not_found", NOT_FOUND)
    return _answer(job, replayed=replayed)


def _answer(job: Job, *, replayed: bool) -> Response:
    return desk.answer(JobAsked(job_shown(job)), 202, replayed=replayed, location=f"/v1/jobs/{job.id}")


def job_shown(job: Job) -> JobShown:
    """The job as its owner is told of it."""
    return JobShown(
        id=job.id,
        kind=job.kind,
        game=job.game,
        status=job.status,
        progress=Progress(job.done, job.total),
        result=job.result,
        problem=job.problem,
        link=f"/v1/jobs/{job.id}",
    )
