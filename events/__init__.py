"""The core: what may happen, what happened, and what follows. No web, no queue, no clock, no luck of its own."""
