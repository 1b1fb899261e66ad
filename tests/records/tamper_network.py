"""Tamperings by somebody between the server and the reader, who holds no key of the server."""

import io
import zipfile

from msgspec import structs
from nacl.signing import SigningKey

from domain.record.bundle import Bundle, write_bundle
from domain.record.canonical import b64, encode
from domain.record.deals import Deals
from domain.record.entry import hash_of
from domain.record.receipt import Head, KeyFile, PublicKey, public_key, sign, sign_head, sign_receipt, thumbprint
from tests.records.tamperings import Scene, Tampered, row
from tests.support.forge import Forge, publics, relink, swap_opening
from tests.support.recorded import bundle_of

STRANGER = SigningKey(b"stranger" * 4)


def honest(scene: Scene) -> Bundle:
    return bundle_of(scene.table.rec)


def with_line(bundle: Bundle, at: int, line: bytes) -> Bundle:
    return structs.replace(bundle, entries=(*bundle.entries[:at], line, *bundle.entries[at + 1 :]))


def rewritten(bundle: Bundle) -> Bundle:
    """Another history: the last entry came a little later. Numbered and chained again."""
    entries = publics(bundle)
    entries[-1]["at"] += 1
    return relink(bundle, entries)


def cut(bundle: Bundle, last: int) -> Bundle:
    """Keep `last` entries, and the openings that are due for them."""
    deals = Deals(publics(bundle)[:last])
    return structs.replace(
        bundle,
        entries=bundle.entries[:last],
        openings=tuple(opening for opening in bundle.openings if deals.closed(opening.seq)),
        receipts=(),
    )


@row("network", "manifest")
def a_flipped_byte_in_the_file(scene: Scene) -> bytes:
    file = bytearray(write_bundle(honest(scene)))
    file[file.index(b'"at":17') + 10] ^= 1
    return bytes(file)


@row("network", "chain")
def a_flipped_byte_with_the_file_packed_again(scene: Scene) -> Bundle:
    bundle = honest(scene)
    line = bytearray(bundle.entries[9])
    line[line.index(b'"at":17') + 10] ^= 1
    return with_line(bundle, 9, bytes(line))


@row("network", "canonical")
def whitespace(scene: Scene) -> Bundle:
    bundle = honest(scene)
    return with_line(bundle, 5, bundle.entries[5].replace(b'"at":', b'"at": ', 1))


@row("network", "canonical")
def another_key_order(scene: Scene) -> Bundle:
    bundle = honest(scene)
    return with_line(bundle, 5, bundle.entries[5].replace(b',"v":1}', b"}").replace(b"{", b'{"v":1,', 1))


@row("network", "canonical")
def a_duplicate_key(scene: Scene) -> Bundle:
    bundle = honest(scene)
    return with_line(bundle, 5, bundle.entries[5].replace(b'"v":1}', b'"v":1,"v":1}'))


@row("network", "canonical")
def a_float(scene: Scene) -> Bundle:
    bundle = honest(scene)
    return with_line(bundle, 5, bundle.entries[5].replace(b'"v":1}', b'"v":1.0}'))


@row("network", "canonical")
def an_integer_over_2_53(scene: Scene) -> Bundle:
    bundle = honest(scene)
    return with_line(bundle, 5, bundle.entries[5].replace(b'"v":1}', b'"v":9007199254740993}'))


@row("network", "canonical")
def a_lone_surrogate(scene: Scene) -> Bundle:
    bundle = honest(scene)
    return with_line(bundle, 5, bundle.entries[5].replace(b'"table":"', b'"table":"\\ud800', 1))


@row("network", "canonical")
def an_entry_nested_without_end(scene: Scene) -> Bundle:
    bundle = honest(scene)
    deep = b"[" * 5_000 + b"]" * 5_000
    return with_line(bundle, 5, bundle.entries[5].replace(b'"v":1}', b'"v":' + deep + b"}"))


@row("network", "canonical")
def a_member_that_no_entry_has(scene: Scene) -> Bundle:
    bundle = honest(scene)
    return with_line(bundle, 5, bundle.entries[5].replace(b',"v":1}', b',"v":1,"w":1}'))


@row("network", "sequence")
def an_entry_deleted(scene: Scene) -> Bundle:
    bundle = honest(scene)
    return structs.replace(bundle, entries=bundle.entries[:8] + bundle.entries[9:])


@row("network", "sequence")
def two_entries_swapped(scene: Scene) -> Bundle:
    bundle = honest(scene)
    e = bundle.entries
    return structs.replace(bundle, entries=(*e[:8], e[9], e[8], *e[10:]))


@row("network", "sequence")
def an_entry_inserted(scene: Scene) -> Bundle:
    bundle, other = honest(scene), bundle_of(scene.other.rec)
    return structs.replace(bundle, entries=bundle.entries[:9] + other.entries[8:9] + bundle.entries[9:])


@row("network", "sequence")
def an_entry_doubled(scene: Scene) -> Bundle:
    bundle = honest(scene)
    return structs.replace(bundle, entries=bundle.entries[:9] + bundle.entries[8:])


@row("network", "sequence")
def an_entry_of_another_table(scene: Scene) -> Bundle:
    bundle, other = honest(scene), bundle_of(scene.other.rec)
    return with_line(bundle, 8, other.entries[8])


@row("network", "server_signature")
def the_tail_cut(scene: Scene) -> Bundle:
    return cut(honest(scene), 7)


@row("network", "server_signature")
def the_closing_cut(scene: Scene) -> Bundle:
    bundle = honest(scene)
    return cut(bundle, len(bundle.entries) - 1)


@row("network", "receipts")
def the_tail_cut_with_the_signature_left_out(scene: Scene) -> Bundle:
    """He cannot know which receipts a player holds."""
    scene.own_receipts = tuple(scene.table.rec.receipts)
    return structs.replace(the_tail_cut(scene), head=None)


@row("network", "server_signature")
def history_rewritten_and_chained_again(scene: Scene) -> Bundle:
    return structs.replace(rewritten(honest(scene)), receipts=())


@row("network", "server_signature")
def history_signed_by_a_stranger(scene: Scene) -> Bundle:
    bundle = rewritten(honest(scene))
    head = sign_head(Head(hash_of(bundle.entries[-1]), len(bundle.entries), bundle.table), STRANGER)
    return structs.replace(bundle, head=head, receipts=())


@row("network", "trust")
def a_whole_record_under_a_key_that_comes_with_it(scene: Scene) -> Bundle:
    forge = Forge(scene.table)
    forge.key, forge.keys = STRANGER, KeyFile((public_key(STRANGER),))
    for message in (forge.draft(1).clear["action"], forge.draft(1).clear["events"][0]):
        message["server_key"] = public_key(STRANGER).kid
    return forge.bundle()


def with_header(bundle: Bundle, **header: str) -> Bundle:
    head = Head(hash_of(bundle.entries[-1]), len(bundle.entries), bundle.table)
    members = {"alg": "Ed25519", "kid": bundle.keys.keys[0].kid, "typ": "stammtisch-head+jws"} | header
    payload = encode({"hash": head.hash, "seq": head.seq, "table": head.table})
    signing_input = f"{b64(encode(members))}.{b64(payload)}"
    return structs.replace(bundle, head=f"{signing_input}.{b64(bytes(64))}", receipts=())


@row("network", "server_signature")
def a_head_with_alg_none(scene: Scene) -> Bundle:
    return with_header(rewritten(honest(scene)), alg="none")


@row("network", "server_signature")
def a_head_with_hs256_over_the_public_key(scene: Scene) -> Bundle:
    return with_header(rewritten(honest(scene)), alg="HS256")


@row("network", "server_signature")
def a_head_by_a_key_of_small_order(scene: Scene) -> Bundle:
    x = b64(b"\x01" + bytes(31))
    small = PublicKey(x=x, kid=thumbprint(x))
    bundle = with_header(rewritten(honest(scene)), kid=small.kid)
    return structs.replace(bundle, keys=KeyFile((small,)))


@row("network", "server_signature")
def the_head_of_another_table(scene: Scene) -> Bundle:
    return structs.replace(honest(scene), head=bundle_of(scene.other.rec).head)


@row("network", "server_signature")
def a_receipt_in_the_place_of_the_head(scene: Scene) -> Bundle:
    bundle = honest(scene)
    return structs.replace(bundle, head=bundle.receipts[-1])


@row("network", "receipts")
def a_receipt_of_another_table(scene: Scene) -> Bundle:
    return structs.replace(honest(scene), receipts=tuple(scene.other.rec.receipts[:1]))


@row("player", "receipts")
def a_receipt_that_the_player_signed_himself(scene: Scene) -> Bundle:
    from domain.record.receipt import KeySet

    bundle = honest(scene)
    receipt = KeySet(bundle.keys.keys).read_receipt(bundle.receipts[0])
    return structs.replace(bundle, receipts=(sign_receipt(receipt, STRANGER),))


@row("player", "receipts")
def a_head_passed_off_as_a_receipt(scene: Scene) -> Bundle:
    bundle = honest(scene)
    return structs.replace(bundle, receipts=(sign(Head("", 1, bundle.table), "stammtisch-head+jws", STRANGER),))


@row("player", "openings")
def a_wrong_salt(scene: Scene) -> Tampered:
    bundle = honest(scene)
    if len(bundle.openings) < 2:
        return None
    return swap_opening(bundle, 0, salt=b64(bytes(16)))


@row("player", "openings")
def a_wrong_card(scene: Scene) -> Tampered:
    bundle = honest(scene)
    if len(bundle.openings) < 2:
        return None
    other = next(opening.value for opening in bundle.openings if opening.value != bundle.openings[0].value)
    return swap_opening(bundle, 0, value=other)


@row("player", "openings")
def an_opening_moved(scene: Scene) -> Tampered:
    bundle = honest(scene)
    if len(bundle.openings) < 2:
        return None
    a, b = bundle.openings[:2]
    bundle = swap_opening(bundle, 0, salt=b.salt, value=b.value)
    return swap_opening(bundle, 1, salt=a.salt, value=a.value)


@row("player", "openings")
def an_opening_given_twice(scene: Scene) -> Tampered:
    bundle = honest(scene)
    if len(bundle.openings) < 2:
        return None
    return structs.replace(bundle, openings=(bundle.openings[0], *bundle.openings))


@row("player", "openings")
def an_opening_where_no_seal_is(scene: Scene) -> Tampered:
    bundle = honest(scene)
    if len(bundle.openings) < 2:
        return None
    return swap_opening(bundle, 0, pointer="/at")


@row("network", "entitled")
def an_opening_missing(scene: Scene) -> Tampered:
    bundle = honest(scene)
    if len(bundle.openings) < 2:
        return None
    return structs.replace(bundle, openings=bundle.openings[1:])


@row("player", "entitled")
def an_opening_that_the_reader_is_not_entitled_to(scene: Scene) -> Bundle:
    """Entry 1 seals the table's secret, which nobody ever sees."""
    bundle = honest(scene)
    return structs.replace(bundle, openings=(*scene.table.rec.entries[0].openings, *bundle.openings))


@row("network", "rules")
def component_data_swapped(scene: Scene) -> Bundle:
    return structs.replace(honest(scene), data={"other": 1})


def with_member(file: bytes, name: str, data: bytes, **how: int) -> bytes:
    out = io.BytesIO(file)
    with zipfile.ZipFile(out, "a", **how) as archive:
        archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, **how)
    return out.getvalue()


@row("network", "manifest")
def a_member_outside_the_folder(scene: Scene) -> bytes:
    return with_member(write_bundle(honest(scene)), "../../etc/passwd", b"x")


@row("network", "manifest")
def a_member_that_does_not_belong(scene: Scene) -> bytes:
    return with_member(write_bundle(honest(scene)), "extra.json", b"{}")


@row("network", "manifest")
def a_compressed_bomb(scene: Scene) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("manifest.json", "entries.jsonl", "openings.jsonl", "receipts.txt", "keys.json"):
            archive.writestr(name, bytes(50_000_000 if name == "entries.jsonl" else 10))
    return out.getvalue()


@row("network", "manifest")
def something_behind_the_end_of_the_file(scene: Scene) -> bytes:
    return write_bundle(honest(scene)) + b"PK"


@row("network", "manifest")
def half_a_file(scene: Scene) -> bytes:
    file = write_bundle(honest(scene))
    return file[: len(file) // 2]


@row("network", "manifest")
def an_opening_nested_without_end(scene: Scene) -> bytes:
    file = write_bundle(honest(scene))
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    members["openings.jsonl"] = b"[" * 100_000 + b"\n"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()
