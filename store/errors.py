"""What can go wrong below the rules: one small tree of errors."""


class StoreError(Exception):
    """Base of the store's errors. The message is a sentence for an operator."""


class StoreRefused(StoreError):
    """The process must not start on this store: other partitions, newer format, weaker durability, older server."""


class StoreUnavailable(StoreError):
    """The store cannot promise anything now. The caller repeats its request under the same idempotency key."""


class TableArchived(StoreError):
    """The table has left Redis: nothing can be appended any more."""


class StoreCorrupt(StoreError):
    """Stored data is not what this program writes: a gap, a wrong type, an unreadable field."""


class EmbeddedError(StoreError):
    """The embedded server could not be started, or has ended by itself."""


class DirectoryInUse(EmbeddedError):
    """Another server holds this data directory."""
