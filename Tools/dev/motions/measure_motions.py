#!/usr/bin/env python3
"""How many motions are found in rendered streams of other people, how many false alarms there are, and how late.

    Tools/dev/motions/measure_motions.py tune|choose|report FOLDER [--mudra PROGRAM] [--false-alarms N]

renders the set's seeds into FOLDER, if they are not there, trains with all sixteen motions and with the thirteen of one
hand, and prints a line for each seed, and one for all. Change what is learned while looking at `tune`, choose between
two ways by `choose`, and run `report` once, at the end: what it says is what the documentation says. Needs numpy.
"""
import argparse
import json
import pathlib
import subprocess
import sys

from render_motions import ONE, TWO

SETS = {"tune": [101, 102, 103], "choose": [201, 202, 203], "report": [301, 302, 303, 304]}
HERE = pathlib.Path(__file__).resolve().parent


class Count:
    """Of some streams: motions, those that are found, false alarms, and how late the found ones are said."""

    def __init__(self):
        self.total, self.found, self.alarms, self.minutes, self.delays, self.names = 0, 0, 0, 0.0, [], {}

    def add(self, stream, events, names):
        lines = [json.loads(line) for line in stream.open()]
        truth = [line for line in lines if line.get("label") in names and "interval" in line]
        times = [line["timestampMs"] for line in lines if "timestampMs" in line]
        self.minutes += (times[-1] - times[0]) / 60_000
        self.total += len(truth)
        used = set()
        for event in (e for e in events if e["event"] == "motionRecognized"):
            (start, end), name = event["interval"], event["motion"]
            match = next((i for i, t in enumerate(truth) if i not in used and t["label"] == name
                          and t["interval"][0] <= end and start <= t["interval"][1]), None)
            if match is None:
                self.alarms += 1
                self.names[name] = self.names.get(name, 0) + 1
            else:
                used.add(match)
                self.delays.append(event["timestampMs"] - truth[match]["interval"][1])
        self.found += len(used)

    def merge(self, other):
        for part in ("total", "found", "alarms", "minutes", "delays"):
            setattr(self, part, getattr(self, part) + getattr(other, part))
        for name, count in other.names.items():
            self.names[name] = self.names.get(name, 0) + count

    def __str__(self):
        delays = sorted(self.delays) or [0]
        late = [delays[min(len(delays) - 1, int(len(delays) * share))] for share in (0.5, 0.95)]
        worst = ", ".join(f"{n} {c}" for n, c in sorted(self.names.items(), key=lambda pair: -pair[1])[:4])
        return (f"{self.found} of {self.total} ({100 * self.found / max(self.total, 1):.1f} %), {self.alarms} false "
                f"({self.alarms / max(self.minutes, 1e-9):.2f} a minute: {worst}), late by {late[0]} and {late[1]} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", choices=SETS)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--mudra", default=str(HERE.parents[2] / ".build/release/mudra"))
    parser.add_argument("--false-alarms", type=float, default=0.5)
    options = parser.parse_args()

    def mudra(*arguments):
        run = subprocess.run([options.mudra, *map(str, arguments)], stdout=subprocess.PIPE, check=True)
        return run.stdout.decode()

    print(f"{options.set}, at {options.false_alarms} false alarms a minute; found, false, late (median, 95 in 100):")
    sums = {}
    for seed in SETS[options.set]:
        folder = options.folder / str(seed)
        if not (folder / "streams").exists():
            subprocess.run([sys.executable, HERE / "render_motions.py", folder, "--seed", str(seed)], check=True)
        for kind, names, hands in (("16 motions", ONE + TWO, (1, 2)), ("13 motions", ONE, (1,))):
            chosen = options.folder / f"{seed} {kind}"
            chosen.mkdir(exist_ok=True)
            for name in names:
                if not (chosen / name).exists():
                    (chosen / name).symlink_to((folder / "examples" / name).resolve())
            model = chosen.with_suffix(".motions")
            mudra("train", "motions", chosen, "--background",
                  *[folder / f"background_{n}.jsonl" for n in range(3 if hands == (1,) else 5)], "-o", model, "--quiet")
            for count in hands:
                of = Count()
                for stream in sorted((folder / "streams").glob(f"*_{count}.jsonl")):
                    events = mudra("video", stream, "--motions", model, "--false-alarms", options.false_alarms,
                                   "--json")
                    of.add(stream, map(json.loads, events.splitlines()), names)
                title = f"{kind}, streams of {'one hand' if count == 1 else 'two hands'}"
                print(f"  {seed}, {title}: {of}", flush=True)
                sums.setdefault(title, Count()).merge(of)
    for title, count in sums.items():
        print(f"{title}: {count}")


if __name__ == "__main__":
    main()
