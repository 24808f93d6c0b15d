"""What the measurements of searches have in common: the pictures of a folder, and what mudra finds in pictures."""
import json
import pathlib
import subprocess


def pictures(folder):
    """The PNG and JPEG files of a folder and those in it, by name."""
    return sorted(path for path in pathlib.Path(folder).rglob("*") if path.suffix.lower() in (".png", ".jpg", ".jpeg"))


def results(mudra, paths, *options):
    """The lines of JSON of `mudra landmarks` for some pictures."""
    run = subprocess.run([mudra, "landmarks", *map(str, paths), "--json", "--quiet", *options], capture_output=True, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]
