"""Ohio Bob: explore three levels of a temple with a hand of equipment, and disarm the amulet, alone or together."""

from importlib.resources import files

from events.games.ohio_bob.catalogue import catalogue
from events.games.ohio_bob.decide import decide, follow, legal, prompt, setup
from events.games.ohio_bob.evolve import evolve
from events.games.ohio_bob.hints import greedy, score
from events.games.ohio_bob.messages import COMMANDS, EVENTS, Options
from events.games.ohio_bob.position import Position, awaited, outcome, to_move
from events.games.ohio_bob.telling import describe, render
from events.games.ohio_bob.view import Recall, View, imagine, invariant, recall, shown, view
from events.rules import Rules

RULES: Rules[Position] = Rules(
    name="ohio_bob",
    title="Ohio Bob",
    version=1,
    players=(1, 2),
    credits="The published game of this name, in a house edition. Not affiliated with anybody who made it.",
    hidden_information=True,
    chance=True,
    cooperative=True,
    options=Options,
    commands=COMMANDS,
    events=EVENTS,
    position=Position,
    view_type=View,
    recall_type=Recall,
    reasons=("amulet", "challenge", "partner_cards", "energy", "deck", "resigned", "length"),
    documentation=files(__name__).joinpath("RULES.md").read_text(encoding="utf-8"),
    components=catalogue(),
    setup=setup,
    decide=decide,
    evolve=evolve,
    follow=follow,
    to_move=to_move,
    awaited=awaited,
    legal=legal,
    prompt=prompt,
    outcome=outcome,
    view=view,
    shown=shown,
    recall=recall,
    imagine=imagine,
    greedy=greedy,
    score=score,
    searchable=True,
    describe=describe,
    render=render,
    invariant=invariant,
)
