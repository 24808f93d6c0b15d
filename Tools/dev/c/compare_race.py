"""Compares the measurements of race.py for both libraries."""
import json, os, subprocess, sys

# What ours may take of the processor time of MediaPipe's, as a share.
LIMITS = {"load": 1, "create": 1, "first": 1, "steady": 0.72}
# Fast networks are made from exact ones when a task is created, which takes longer than MediaPipe's creation: it is
# printed, without a limit.
FAST_LIMITS = {**LIMITS, "create": float("inf"), "steady": 0.45}


def run(library, models, picture):
    """Prints the least of nine runs of each; ends the process with 1 if a limit is exceeded."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "race.py")
    failed = False
    for task in ("hand", "gesture"):
        least = {}
        for _ in range(9):
            for name, precision in (("google", "exact"), ("exact", "exact"), ("fast", "fast")):
                done = subprocess.run(
                    [sys.executable, script, "google" if name == "google" else library, models, picture, task],
                    env={**os.environ, "MUDRA_THREADS": "1", "MUDRA_PRECISION": precision}, capture_output=True,
                    text=True, check=True)
                found = json.loads(done.stdout)
                times = {step: found[step][1] for step in LIMITS} | {"peak MB": found["peak MB"]}
                known = least.setdefault(name, times)
                least[name] = {step: min(known[step], times[step]) for step in known}
        for name, limits in (("exact", LIMITS), ("fast", FAST_LIMITS)):
            parts = []
            for step, limit in {**limits, "peak MB": 1}.items():
                ours, theirs = least[name][step], least["google"][step]
                wrong = ours > limit * theirs
                failed |= wrong
                share = f"{ours / theirs:.2f}" + (f" > {limit}" if wrong else "")
                parts.append(f"{step} {ours:.1f} of {theirs:.1f} ({share})")
            print(f"{task}, {name}: " + ", ".join(parts))
    sys.exit(failed)
