"""Gold am Orinoko: cross a river on drifting tree trunks and bring home the most gold."""

from pathlib import Path

from events.games.gold_am_orinoko.catalogue import catalogue
from events.games.gold_am_orinoko.decide import decide, follow, legal, prompt, setup
from events.games.gold_am_orinoko.evolve import evolve
from events.games.gold_am_orinoko.hints import greedy, score
from events.games.gold_am_orinoko.messages import COMMANDS, EVENTS, Options
from events.games.gold_am_orinoko.position import REASONS, Position, outcome, to_move
from events.games.gold_am_orinoko.telling import describe, render
from events.games.gold_am_orinoko.view import Recall, View, imagine, invariant, recall, shown, view
from events.rules import Rules

RULES = Rules(
    name="gold_am_orinoko",
    title="Gold am Orinoko",
    version=1,
    players=(2, 4),
    credits="By Bernhard Weber, published by HABA in 2013. This service is not affiliated with either.",
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
    documentation=Path(__file__).with_name("RULES.md").read_text(encoding="utf-8"),
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
