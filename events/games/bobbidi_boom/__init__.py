"""Bobbidi Boom: push your luck over one shared cauldron, and draft a deck while you do."""

from importlib.resources import files

from events.games.bobbidi_boom.catalogue import catalogue
from events.games.bobbidi_boom.decide import decide, follow, legal, prompt, setup
from events.games.bobbidi_boom.evolve import evolve
from events.games.bobbidi_boom.hints import greedy, score
from events.games.bobbidi_boom.messages import COMMANDS, EVENTS, Options
from events.games.bobbidi_boom.position import REASONS, Position, invariant, outcome, to_move
from events.games.bobbidi_boom.telling import describe, render
from events.games.bobbidi_boom.view import Recall, View, imagine, recall, shown, view
from events.rules import Rules

RULES: Rules[Position] = Rules(
    name="bobbidi_boom",
    title="Bobbidi Boom",
    version=1,
    players=(3, 5),
    credits="The published game of this name. Independent of, and not affiliated with, anybody who made it.",
    hidden_information=True,
    chance=True,
    cooperative=False,
    options=Options,
    commands=COMMANDS,
    events=EVENTS,
    position=Position,
    view_type=View,
    recall_type=Recall,
    reasons=REASONS,
    documentation=files(__name__).joinpath("RULES.md").read_text(encoding="utf-8"),
    components=catalogue(),
    setup=setup,
    decide=decide,
    evolve=evolve,
    follow=follow,
    to_move=to_move,
    awaited=to_move,
    legal=legal,
    prompt=prompt,
    outcome=outcome,
    view=view,
    shown=shown,
    recall=recall,
    imagine=imagine,
    greedy=greedy,
    score=score,
    describe=describe,
    render=render,
    invariant=invariant,
)
