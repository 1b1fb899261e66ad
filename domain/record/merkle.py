"""A Merkle tree as in RFC 6962: leaf = SHA-256(0x00 || data), node = SHA-256(0x01 || left || right)."""

import hashlib
from collections.abc import Iterable, Sequence


def leaf_hash(data: bytes) -> bytes:
    """Hash one leaf."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash two children."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """The whole tree over some leaves, 64 bytes a leaf. An odd node at the end of a level moves up as it is."""

    def __init__(self, leaves: Iterable[bytes]) -> None:
        """Hash the leaves' data, then level by level."""
        level = [leaf_hash(data) for data in leaves]
        self.size = len(level)
        self._levels = [b"".join(level)]
        while len(level) > 1:
            paired = [node_hash(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
            level = [*paired, level[-1]] if len(level) % 2 else paired
            self._levels.append(b"".join(level))

    @property
    def root(self) -> bytes:
        """The root; of no leaves, SHA-256 of nothing."""
        return self._levels[-1] or hashlib.sha256(b"").digest()

    def proof(self, index: int) -> tuple[bytes, ...]:
        """Give the inclusion proof of leaf `index`: the siblings from the leaf up; raise IndexError."""
        if not 0 <= index < self.size:
            raise IndexError(f"no leaf {index} among {self.size}")
        path = []
        for level in self._levels[:-1]:
            at = 32 * (index ^ 1)
            if at < len(level):
                path.append(level[at : at + 32])
            index >>= 1
        return tuple(path)


def root(leaves: Sequence[bytes]) -> bytes:
    """Give the root over the leaves' data; of no leaves, SHA-256 of nothing."""
    return Tree(leaves).root


def proof(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """Give the inclusion proof of leaf `index`: the siblings from the leaf up; raise IndexError."""
    return Tree(leaves).proof(index)


def verify(data: bytes, index: int, size: int, path: Sequence[bytes], expected_root: bytes) -> bool:
    """Does the inclusion proof lead from this leaf, at `index` of `size`, to the root? (RFC 9162, 2.1.3.2)"""
    if not 0 <= index < size:
        return False
    here, last, digest = index, size - 1, leaf_hash(data)
    for sibling in path:
        if last == 0:
            return False
        if here & 1 or here == last:
            digest = node_hash(sibling, digest)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            digest = node_hash(digest, sibling)
        here, last = here >> 1, last >> 1
    return last == 0 and digest == expected_root
