"""What is written down, and how it is proven."""
