"""The sentences of `describe`: (German, English) by event. `[others|viewer]` follows the acting seat.

`<others|viewer>` follows the seat acted upon.
"""

from domain.games.vollpfosten.kinds import CircleFault, PlayKind, Purpose, Verdict

Pair = tuple[str, str]

READ: dict[Purpose, Pair] = {
    Purpose.TURN: ("{seat} [liest|liest] vor: {de}.", "{seat} [reads|read] out: {en}."),
    Purpose.BIG_CHANCE: ("Große Chance! {seat} [liest|liest] vor: {de}.", "Big Chance! {seat} [reads|read] out: {en}."),
    Purpose.VICIOUS_CIRCLE: (
        "Teufelskreis! {seat} [beginnt|beginnst] die Liste: {de}.",
        "Vicious Circle! {seat} [begins|begin] the list: {en}.",
    ),
    Purpose.TIE_BREAK: ("Stechen! {seat} [liest|liest] vor: {de}.", "Tie-break! {seat} [reads|read] out: {en}."),
}

PLAYED: dict[PlayKind, Pair] = {
    PlayKind.ANSWER: ("{seat} [spielt|spielst] {card} mit {term}.", "{seat} [plays|play] {card} with {term}."),
    PlayKind.FURTHER: ("{seat} [legt|legst] {card} nach mit {term}.", "{seat} [adds|add] {card} with {term}."),
    PlayKind.COUNTER: ("{seat} [kontert|konterst] mit {term}.", "{seat} [counters|counter] with {term}."),
    PlayKind.CIRCLE: ("{seat} [sagt|sagst] {term}.", "{seat} [says|say] {term}."),
}

VERDICTS: dict[tuple[Verdict, bool], Pair] = {
    (Verdict.LETTER, True): ("Der Anfangsbuchstabe stimmt.", "The first letter is right."),
    (Verdict.LETTER, False): ("Falscher Anfangsbuchstabe.", "Wrong first letter."),
    (Verdict.VOTES, True): ("Die anderen lassen den Begriff gelten.", "The others accept the term."),
    (Verdict.VOTES, False): ("Die Mehrheit lehnt den Begriff ab.", "The majority rejects the term."),
    (Verdict.SILENCE, True): ("Kein Einspruch: Der Begriff gilt.", "No objection: the term counts."),
    (Verdict.SILENCE, False): ("Der Begriff gilt nicht.", "The term does not count."),
    (Verdict.HOST, True): ("Der Gastgeber lässt den Begriff gelten.", "The host accepts the term."),
    (Verdict.HOST, False): ("Der Gastgeber lehnt den Begriff ab.", "The host rejects the term."),
    (Verdict.DICTIONARY, True): ("Der Begriff steht in der Wortliste.", "The term is in the word list."),
    (Verdict.DICTIONARY, False): ("Der Begriff fehlt in der Wortliste.", "The term is not in the word list."),
}

FAULTS: dict[CircleFault, Pair] = {
    CircleFault.GAVE_UP: ("{seat} [gibt|gibst] auf.", "{seat} [gives|give] up."),
    CircleFault.TIMEOUT: ("{seat} [fällt|fällt dir] rechtzeitig nichts ein.", "{seat} [runs|run] out of time."),
    CircleFault.REPEATED: (
        "{seat} [wiederholt|wiederholst] einen Begriff.",
        "{seat} [repeats|repeat] a term.",
    ),
    CircleFault.UNFIT: (
        "Der Begriff von <{seat}|{seat}> passt nicht: Die Liste endet dort.",
        "The list ends at a term that does not fit, said by {seat}.",
    ),
}

ENDINGS: dict[bool, Pair] = {
    False: ("Die Runde gewinnt: {winners}.", "The round is won by {winners}."),
    True: ("Die Partie ist aus. Die letzte Runde gewinnt: {winners}.", "The match is over. Last round: {winners}."),
}

SENTENCES: dict[str, Pair] = {
    "other": ("Es geht weiter.", "Play goes on."),
    "round_started": ("Runde {round} beginnt; zuerst zieht {reader}.", "Round {round} begins; {reader} first."),
    "letters_first": ("Die Buchstabenkarten werden gemischt.", "The letter cards are shuffled."),
    "letters_again": ("Die gespielten Buchstaben werden neu gemischt.", "The played letters are shuffled again."),
    "categories_first": ("Die Kategoriekarten werden gemischt.", "The category cards are shuffled."),
    "categories_again": ("Die Kategoriekarten werden neu gemischt.", "The category cards are shuffled again."),
    "hand_dealt": ("{seat} [bekommt|bekommst] {cards} Karten.", "{seat} [gets|get] {cards} cards."),
    "turn_given": ("{seat} [ist|bist] am Zug.", "It is for {seat} to draw."),
    "turn_begun": ("{seat} [zieht|ziehst] vom Kategoriestapel.", "{seat} [draws|draw] from the category pile."),
    "action_drawn": ("{seat} [deckt|deckst] {action} auf.", "{seat} [turns|turn] up {action}."),
    "action_set_aside": ("{action} wird beiseitegelegt.", "{action} is put aside."),
    "category_drawn": ("{seat} [hat|hast] die Karte {card}.", "{seat} [holds|hold] the card {card}."),
    "category_drawn_hidden": ("{seat} [hat|hast] eine Kategoriekarte.", "{seat} [holds|hold] a category card."),
    "action_begun": ("{action} wird ausgeführt.", "{action} is carried out."),
    "action_lapsed": ("{action} bleibt ohne Wirkung.", "{action} has no effect."),
    "choice_asked": ("{seat} [wählt|wählst] eine Kategorie.", "A category is to be chosen by {seat}."),
    "category_passed": ("{seat} [passt|passt].", "{seat} [passes|pass]."),
    "no_more_added": ("{seat} [legt|legst] nichts nach.", "{seat} [adds|add] no more cards."),
    "play_let_stand": ("{seat} [kontert|konterst] nicht.", "{seat} [does|do] not counter."),
    "tie_window_opened": ("Wer jetzt noch antwortet, ist gleichauf.", "Answers now count as simultaneous."),
    "answers_closed": ("Antworten sind geschlossen.", "Answers are closed."),
    "answers_reopened": ("Im Stechen antworten noch: {seats}.", "Still in the tie-break: {seats}."),
    "judging_opened": ("Gilt der Begriff? Einspruch ist möglich.", "Does the term count? Objections are open."),
    "vote_fits": ("{seat} [lässt|lässt] den Begriff gelten.", "{seat} [accepts|accept] the term."),
    "vote_objects": ("{seat} [erhebt|erhebst] Einspruch.", "{seat} [objects|object]."),
    "category_won": ("{seat} [ist|bist] am schnellsten.", "Fastest: {seat}."),
    "category_lapsed": ("Niemand antwortet.", "Nobody answers."),
    "tie_found": ("Gleichstand: {seats} stechen.", "A tie between {seats}."),
    "earlier_answer_counts": (
        "Niemand entscheidet das Stechen; die frühere Antwort von {seat} zählt.",
        "Nobody breaks the tie; the earlier answer counts: {seat}.",
    ),
    "card_laid": ("Die Karte bleibt liegen und kann gekontert werden.", "The card stays and can be countered."),
    "counter_closed": ("Die Karte ist sicher.", "The card is safe."),
    "countered": ("{seat} [ist|bist] gekontert.", "Countered: {seat}."),
    "card_returned": ("{seat} [nimmt|nimmst] {card} zurück.", "{seat} [takes|take] {card} back."),
    "chance_begun": ("{seat} [darf|darfst] zwei Karten nachlegen.", "{seat} may add two cards."),
    "chance_ended": ("Die Große Chance ist vorbei.", "The Big Chance is over."),
    "penalty_drawn": ("{seat} [zieht|ziehst] zur Strafe {card}.", "{seat} [draws|draw] {card} as a penalty."),
    "penalty_drawn_hidden": ("{seat} [zieht|ziehst] eine Strafkarte.", "{seat} [draws|draw] a penalty card."),
    "penalty_waived": ("Für {seat} ist keine Strafkarte mehr da.", "No penalty card is left for {seat}."),
    "hands_passed": ("Alle geben ihre Karten nach links weiter.", "All hands are passed on clockwise."),
    "hands_swapped": (
        "{seat} und {other} tauschen alle Karten.",
        "{seat} and {other} swap all their cards.",
    ),
    "election_held": (
        "Alle ziehen zugleich eine Karte vom linken Nachbarn.",
        "All draw a card from their left neighbour at once.",
    ),
    "card_taken": (
        "{seat} [zieht|ziehst] {card} von <{source}|dir>.",
        "{seat} [draws|draw] {card} from {source}.",
    ),
    "card_taken_hidden": (
        "{seat} [zieht|ziehst] eine Karte von <{source}|dir>.",
        "{seat} [draws|draw] a card from {source}.",
    ),
    "target_asked": ("{seat} [wählt|wählst] jemanden aus: {candidates}.", "To be chosen by {seat}: {candidates}."),
    "target_chosen": ("{seat} [wählt|wählst] <{target}|dich>.", "{seat} [chooses|choose] {target}."),
    "backs_asked": ("{seats}: Zieht eine verdeckte Karte.", "{seats}: pick a hidden card."),
    "back_taken": ("{seat} [hat|hast] sich entschieden.", "{seat} [has|have] picked."),
    "circle_turn": ("{seat} [ist|bist] mit der Liste dran.", "Next in the list: {seat}."),
    "circle_ended": ("Der Teufelskreis ist zu Ende; verloren: {seat}.", "The Vicious Circle ends; lost by {seat}."),
}
SENTENCES["term_said"] = PLAYED[PlayKind.CIRCLE]
