"""RQ: plays for the bots, undoes, builds replays, and sweeps up what was lost on the way."""
