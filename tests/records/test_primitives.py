"""The pieces that everything written down is made of. The published vectors are read in `test_vectors`."""

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from domain.record import merkle, seeds
from domain.record.canonical import MAX_DEPTH, MAX_INT, NotCanonical, b64, decode, encode, unb64
from domain.record.deals import Deals, openings_for
from domain.record.entry import MalformedEntry, hash_of, make_by, public_entry, read_entry
from domain.record.keys import DealKeys, verify_key
from domain.record.receipt import (
    BadToken,
    KeySet,
    PublicKey,
    Receipt,
    public_key,
    rotation,
    sign,
    sign_receipt,
    thumbprint,
)
from domain.record.seal import Opening, SealError, fill, seal
from domain.record.shuffle import DealChance, below, permutation

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
KEYS = st.text(st.characters(max_codepoint=127), max_size=10)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-MAX_INT, MAX_INT) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_canonical_bytes_are_those_of_jcs(value):
    data = encode(value)

    assert data == rfc8785.dumps(value)
    assert decode(data) == value


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b'{"a": 1}', "form"),
        (b'{"b":1,"a":1}', "form"),
        (b'{"a":1,"a":1}', "form"),
        (b'"\\u0041"', "form"),
        (b'"\\/"', "form"),
        (b"-0", "form"),
        (b"1.0", "float"),
        (b"1e2", "float"),
        (b"9007199254740992", "integer"),
        (b"-9007199254740992", "integer"),
        (b'"\\ud800"', "not_json"),
        (b'"\xed\xa0\x80"', "not_json"),
        (b'"\xff"', "not_json"),
        (b"\xef\xbb\xbf1", "not_json"),
        (b"NaN", "not_json"),
        (b"1 1", "not_json"),
        (b"", "not_json"),
        ('{"é":1}'.encode(), "key"),
        (b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1), "too_deep"),
        (b"[" * 200_000 + b"]" * 200_000, "too_deep"),
        (b'"' + b"a" * (1 << 20) + b'"', "too_large"),
    ],
    ids=lambda value: value[:24].decode("latin-1") if isinstance(value, bytes) else value,
)
def test_bytes_in_any_other_spelling_are_refused(data, fault):
    with pytest.raises(NotCanonical) as caught:
        decode(data)

    assert caught.value.fault == fault


def test_nesting_up_to_the_limit_is_read():
    data = b"[" * MAX_DEPTH + b"]" * MAX_DEPTH
    assert encode(decode(data)) == data


@pytest.mark.parametrize("value", [1.5, {"a": 2**53}, {1: 2}, {"ä": 1}, [b"x"], "\ud800", {1, 2}, object()])
def test_values_without_canonical_form_are_refused(value):
    with pytest.raises(NotCanonical):
        encode(value)


@pytest.mark.parametrize("text", ["YQ==", "YR", "Y", "Y+8", "Y/8", "YQ\n", " YQ", "ä"])
def test_base64url_has_one_spelling(text):
    with pytest.raises(ValueError):
        unb64(text)
    assert unb64(b64(b"\xfb\xff")) == b"\xfb\xff"


def clear_entry():
    deal = {"type": "cards_dealt", "hands": [["EO", "H7"], ["GO", "S7"]]}
    return public_entry(
        table="t", seq=3, prev="p", at=5, by=make_by(1, "player"), action={"type": "next_deal"}, events=[deal]
    )


SECRETS = [(("events", 0, "hands", seat, card), [seat]) for seat in (0, 1) for card in (0, 1)]
SALTS = [bytes([n]) * 16 for n in range(4)]


def test_a_sealed_entry_shows_no_secret_and_fills_again():
    clear = clear_entry()
    public, openings = seal(clear, SECRETS, SALTS)

    assert not any(card.encode() in encode(public) for card in ("EO", "GO", "H7", "S7"))
    assert fill(public, openings) == clear == clear_entry()
    assert read_entry(encode(public)) == public
    assert openings[2] == Opening(3, "/events/0/hands/1/0", b64(SALTS[2]), "GO", [1])


def test_a_seat_fills_in_only_what_it_may_know():
    public, openings = seal(clear_entry(), SECRETS, SALTS)
    mine = openings_for(openings, 1, closed=False)

    assert fill(public, mine, hidden="null")["events"][0]["hands"] == [[None, None], ["GO", "S7"]]
    with pytest.raises(SealError, match="no opening"):
        fill(public, mine)
    assert openings_for(openings, None, closed=False) == ()
    assert openings_for(openings, None, closed=True) == openings


def changed(opening, **fields):
    return Opening(**{name: fields.get(name, getattr(opening, name)) for name in Opening.__struct_fields__})


@pytest.mark.parametrize(
    ("tamper", "fault"),
    [
        (lambda o: [changed(o[0], value="EU"), *o[1:]], "digest"),
        (lambda o: [changed(o[0], salt=o[1].salt), *o[1:]], "digest"),
        (lambda o: [changed(o[0], salt="?"), *o[1:]], "digest"),
        (lambda o: [changed(o[0], seq=4), *o[1:]], "digest"),
        (lambda o: [changed(o[0], pointer=o[1].pointer), changed(o[1], pointer=o[0].pointer), *o[2:]], "digest"),
        (lambda o: [*o, changed(o[0], pointer="/at")], "extra"),
        (lambda o: [*o, o[0]], "repeated"),
        (lambda o: o[1:], "missing"),
    ],
    ids=["value", "salt", "salt malformed", "other entry", "moved", "no seal there", "twice", "left out"],
)
def test_an_opening_fits_one_seal_only(tamper, fault):
    public, openings = seal(clear_entry(), SECRETS, SALTS)

    with pytest.raises(SealError) as caught:
        fill(public, tamper(list(openings)))
    assert caught.value.fault == fault


def test_a_digest_that_stands_twice_is_refused():
    public, openings = seal(clear_entry(), SECRETS, SALTS)
    public["events"][0]["hands"][0][1] = public["events"][0]["hands"][0][0]

    with pytest.raises(SealError) as caught:
        fill(public, openings)
    assert caught.value.fault == "repeated"


@pytest.mark.parametrize("salts", [SALTS[:3], [SALTS[0]] * 4, [b"short"] * 4])
def test_salts_are_fresh_and_long_enough(salts):
    with pytest.raises(ValueError):
        seal(clear_entry(), SECRETS, salts)


def test_entries_of_a_closed_deal_open_to_all_and_others_do_not():
    log = [["table.opened"], ["deal.opened", "x"], ["x"], ["x", "deal.closed"], ["seat.left"], ["deal.opened"]]
    deals = Deals({"seq": n, "events": [{"type": t, "deal": 1} for t in kinds]} for n, kinds in enumerate(log, 1))

    assert [deals.closed(seq) for seq in range(1, 7)] == [False, True, True, True, False, False]
    assert deals.span_of(5) is None
    assert deals.span_of(6).last is None


@pytest.mark.parametrize(
    "change", [{"v": 2}, {"by": {"seat": 1, "via": "house"}}, {"seq": "3"}, {"events": [1]}, {"x": 1}]
)
def test_an_entry_of_another_shape_is_refused(change):
    with pytest.raises(MalformedEntry):
        read_entry(encode(clear_entry() | change))


@given(st.integers(1, 70), st.data())
def test_every_leaf_is_proven_and_at_no_other_place(size, data):
    leaves = [bytes([n]) * 32 for n in range(size)]
    index = data.draw(st.integers(0, size - 1))
    path, root = merkle.proof(leaves, index), merkle.root(leaves)

    assert merkle.verify(leaves[index], index, size, path, root)
    assert not any(merkle.verify(leaves[index], other, size, path, root) for other in range(size) if other != index)
    assert not merkle.verify(b"x" * 32, index, size, path, root)
    assert not merkle.verify(leaves[index], index, size, (*path, b"x" * 32), root)


def test_a_revealed_key_is_the_promised_one():
    keys = DealKeys(b"s" * 32, "t", 1024)
    key, proof = keys.reveal(700)

    assert verify_key(key, 700, 1024, proof, keys.root)
    assert not verify_key(key, 701, 1024, proof, keys.root)
    assert not verify_key(keys.reveal(701)[0], 700, 1024, proof, keys.root)
    assert not verify_key(key + "=", 700, 1024, proof, keys.root)
    with pytest.raises(ValueError):
        keys.key(1025)


def test_a_seed_opens_its_commitment_only():
    seed = b64(b"a" * 32)
    assert seeds.opens(seed, seeds.commitment(seed))
    assert not seeds.opens(b64(b"b" * 32), seeds.commitment(seed))
    assert not seeds.opens("a", seeds.commitment(seed))


def test_a_word_beyond_the_last_full_range_is_thrown_away_and_the_others_carry_on():
    stream = iter([2**32 - 1, 7, 2**32 - 1])
    assert below(3, stream) == 1
    assert next(stream) == 2**32 - 1
    assert below(2**16, iter([2**32 - 1])) == 2**16 - 1


@given(st.integers(0, 80), st.text(max_size=5))
def test_a_deck_is_a_permutation_and_each_label_has_its_own(size, label):
    chance = DealChance(b"k" * 32, "t", 1, [b64(b"a" * 32)])
    deck = chance.deck(label, range(size))

    assert sorted(deck) == list(range(size))
    assert deck == chance.deck(label, range(size))
    if size:
        assert chance.pick(label, range(size)) == deck[-1], "the first index drawn is what the shuffle lays last"
    if size > 20:
        assert deck != chance.deck(label + "'", range(size))


def test_every_part_of_the_promise_changes_the_deck():
    base = (b"k" * 32, "t", 1, "deal", ("a", "b"), None, 32)
    others = [(b"l" * 32,), ("u",), (2,), ("deal 2",), (("b", "a"),), ("beacon",)]
    decks = {permutation(*base[:n], *other, *base[n + 1 :]) for n, other in enumerate(others)}

    assert len(decks | {permutation(*base)}) == 7


SERVER, NEXT, STRANGER = SigningKey(b"s" * 32), SigningKey(b"n" * 32), SigningKey(b"x" * 32)
RECEIPT = Receipt(action="a", durability="fsync", hash="h", key="k", seq=3, table="t")
TRUSTED = KeySet([public_key(SERVER)])


def test_a_receipt_is_read_back_and_signed_again_alike():
    token = sign_receipt(RECEIPT, SERVER)
    assert TRUSTED.read_receipt(token) == RECEIPT
    assert sign_receipt(RECEIPT, SERVER) == token


def with_header(token, **members):
    _, payload, _ = token.split(".")
    header = encode({"alg": "Ed25519", "kid": public_key(SERVER).kid, "typ": "stammtisch-receipt+jws"} | members)
    signing_input = f"{b64(header)}.{payload}"
    return f"{signing_input}.{b64(SERVER.sign(signing_input.encode()).signature)}"


def high_s(token):
    head, _, signature = token.rpartition(".")
    raw = unb64(signature)
    order = 2**252 + 27742317777372353535851937790883648493
    s = int.from_bytes(raw[32:], "little") + order
    return f"{head}.{b64(raw[:32] + s.to_bytes(32, 'little'))}"


@pytest.mark.parametrize(
    ("forge", "fault"),
    [
        (lambda t: sign_receipt(RECEIPT, STRANGER), "kid"),
        (lambda t: with_header(t, alg="none"), "alg"),
        (lambda t: with_header(t, alg="HS256"), "alg"),
        (lambda t: with_header(t, alg="EdDSA"), "alg"),
        (lambda t: with_header(t, jwk={"x": "y"}), "header"),
        (lambda t: with_header(t, crit=[]), "header"),
        (lambda t: with_header(t, typ="JWT"), "typ"),
        (lambda t: sign(RECEIPT, "stammtisch-head+jws", SERVER), "typ"),
        (high_s, "signature"),
        (lambda t: t[:-4] + "AAAA", "signature"),
        (lambda t: t + "=", "form"),
        (lambda t: t.rpartition(".")[0] + ".", "form"),
        (lambda t: t + ".x", "form"),
        (lambda t: t.replace(".", ".e", 1), "signature"),
    ],
    ids=[
        "stranger",
        "none",
        "hs256",
        "eddsa",
        "jwk",
        "crit",
        "jwt",
        "head",
        "s+l",
        "bits",
        "padding",
        "empty",
        "parts",
        "payload",
    ],
)
def test_anything_but_the_one_form_is_refused(forge, fault):
    with pytest.raises(BadToken) as caught:
        TRUSTED.read_receipt(forge(sign_receipt(RECEIPT, SERVER)))
    assert caught.value.fault == fault


@pytest.mark.parametrize(
    "raw",
    [
        bytes(32),
        b"\x01" + bytes(31),
        bytes.fromhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
        bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
        bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
    ],
    ids=["order 4", "order 1", "order 2", "order 8", "order 8, other"],
)
def test_a_key_of_small_order_is_refused(raw):
    x = b64(raw)
    with pytest.raises(BadToken) as caught:
        KeySet([PublicKey(x=x, kid=thumbprint(x))])
    assert caught.value.fault == "key"


def test_a_key_under_another_id_is_refused():
    with pytest.raises(BadToken):
        KeySet([PublicKey(x=public_key(SERVER).x, kid=public_key(NEXT).kid)])


def test_a_successor_counts_when_both_keys_signed_it():
    receipt = sign_receipt(RECEIPT, NEXT)
    assert TRUSTED.with_successors([rotation(SERVER, NEXT)]).read_receipt(receipt) == RECEIPT
    assert TRUSTED.with_successors([rotation(NEXT, STRANGER), rotation(SERVER, NEXT)]).kids > TRUSTED.kids


@pytest.mark.parametrize(
    "published",
    [
        public_key(NEXT),
        rotation(STRANGER, NEXT),
        public_key(NEXT, rotation(SERVER, STRANGER).since),
        public_key(NEXT, (rotation(SERVER, NEXT).since[0], rotation(SERVER, NEXT).since[0])),
        public_key(NEXT, (rotation(SERVER, NEXT).since[1], rotation(SERVER, NEXT).since[1])),
    ],
    ids=["unsigned", "by a stranger", "for another key", "old key alone", "new key alone"],
)
def test_other_published_keys_are_not_believed(published):
    assert TRUSTED.with_successors([published]).kids == TRUSTED.kids


def test_the_hash_is_over_the_exact_bytes():
    assert hash_of(b"{}") == "RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o"
