"""What is true at every table, whatever is played: opening, seats, starting, resigning, undo, the end."""
