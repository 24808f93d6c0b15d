"""Compares what errors.py prints with what MediaPipe's library says: compare_errors.py FOUND EXPECTED

Statuses must be equal in every line. Texts must be, except where MediaPipe's names the insides of its graph, where ours
adds a reason, and for facts of memory and threads.
"""
import re
import sys

LINE = re.compile(r"^(.{34}) +(-?\d+) ?(.*)$")
INSIDE = ("create n0", "create delegate2", "detect gray8")


def lines(path):
    matches = [match for line in open(path) if (match := LINE.match(line.rstrip("\n")))]
    return {f"{match[1].strip()} #{number}": (int(match[2]), match[3]) for number, match in enumerate(matches)}


found, expected = lines(sys.argv[1]), lines(sys.argv[2])
faults = [f"{key}: missing" for key in expected if key not in found]
for key, (status, text) in expected.items():
    if key in found:
        ours = found[key]
        if ours[0] != status:
            faults.append(f"{key}: status {ours[0]}, expected {status}")
        elif ours[1] != text and not key.startswith(INSIDE):
            faults.append(f"{key}: {ours[1]!r}, expected {text!r}")
print("\n".join(faults) or f"{len(expected)} answers are MediaPipe's")
sys.exit(bool(faults))
