"""One module per resource of the API."""

from service.api import bots, commands, events, games, health, jobs, replays, rules, seats, undo

BLUEPRINTS = tuple(
    module.blueprint for module in (rules, bots, games, seats, commands, events, undo, replays, jobs, health)
)
