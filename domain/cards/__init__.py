"""Cards, decks, orders and tricks: shared by every card game."""
