"""Write every golden playthrough anew, and remove those that no scenario makes any more."""

from tests.playthroughs.script import FOLDER, goldens, write


def main() -> None:
    """Write the files and say what changed."""
    wanted = set()
    for path, rules, scenario in goldens():
        text = write(rules, scenario)
        wanted.add(path)
        path.parent.mkdir(exist_ok=True)
        old = path.read_text(encoding="utf-8") if path.exists() else None
        path.write_text(text, encoding="utf-8")
        state = "new" if old is None else "same" if old == text else "CHANGED"
        print(f"{state:8}{path.relative_to(FOLDER)}")
    for stale in set(FOLDER.glob("*/*.txt")) - wanted:
        stale.unlink()
        print(f"removed {stale.relative_to(FOLDER)}")


if __name__ == "__main__":
    main()
