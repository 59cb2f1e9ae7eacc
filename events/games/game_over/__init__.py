"""Game Over: search a dungeon of face-down cards for a key and the princess of your own colour."""

from importlib.resources import files

from events.games.game_over.catalogue import catalogue
from events.games.game_over.decide import decide, follow, legal, prompt, setup
from events.games.game_over.evolve import evolve
from events.games.game_over.hints import greedy, score
from events.games.game_over.messages import EVENTS, Banish, Options, Search
from events.games.game_over.position import Position, invariant, outcome, to_move
from events.games.game_over.telling import describe, render
from events.games.game_over.view import Recall, View, imagine, recall, shown, view
from events.rules import Rules

RULES: Rules[Position] = Rules(
    name="game_over",
    title="Game Over",
    version=1,
    players=(2, 4),
    credits="Published by La Haute Roche, after the comics by Midam. Not affiliated with either.",
    hidden_information=True,
    chance=True,
    cooperative=False,
    options=Options,
    commands=(Search, Banish),
    events=EVENTS,
    position=Position,
    view_type=View,
    recall_type=Recall,
    reasons=("rescued", "resigned", "length"),
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
