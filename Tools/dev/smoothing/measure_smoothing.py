#!/usr/bin/env python3
"""How much smoothing, prediction and predicted regions leave of a moving hand's jitter and error, and how late they are.

    measure_smoothing.py MUDRA [--pictures FOLDER] [--noise 4] [--rate 30] [--keep FOLDER]

Each drawn hand of FOLDER (by default the tests' own) is moved as a whole, along paths that are known: at rest, slowly, at medium
speed, fast and blurred, in stops and starts. Errors are distances from the landmarks that the same hand has on average over the
clip, moved along the path, in percent of a palm; so what networks get wrong in every frame alike is left out. Jitter is the
error's change from frame to frame. Lag is the delay that explains the error best. Needs numpy and Pillow, and ffmpeg.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

import numpy as np
from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[3]
SIZE = (640, 480)
SECONDS = 3
PALM = [0, 5, 9, 13, 17]


def stop_and_go(t):
    """Half a second of movement, half a second of rest, there and back."""
    step = np.floor(t)
    part = np.clip((t - step) * 2, 0, 1)
    smooth = part * part * (3 - 2 * part)
    return np.where(step % 2 == 0, smooth, 1 - smooth) * 160 - 80


PATHS = {
    "rest": lambda t: (0 * t, 0 * t),
    "slow": lambda t: (20 * np.sin(2 * np.pi * 0.3 * t), 12 * np.cos(2 * np.pi * 0.3 * t)),
    "medium": lambda t: (90 * np.sin(2 * np.pi * 0.6 * t), 40 * np.sin(2 * np.pi * 0.6 * t + 1)),
    "fast": lambda t: (110 * np.sin(2 * np.pi * 1.8 * t), 30 * np.sin(2 * np.pi * 1.8 * t + 1)),
    "stops": lambda t: (stop_and_go(t), 0.3 * stop_and_go(t)),
}
VARIANTS = {
    "raw": [],
    "one-euro": ["--smooth", "--smooth-method", "oneEuro"],
    "palm and shape": ["--smooth"],
    "+33 ms raw": [],
    "+33 ms": ["--smooth", "--predict", "33"],
    "predicted region": ["--predict-region"],
}


def clip(path, source, motion, rate, noise, seed):
    """Writes a Y4M clip of a picture that moves along a path; fast movement is blurred over half a frame's time."""
    generator = np.random.default_rng(seed)
    with Image.open(source) as opened:
        picture = np.asarray(opened.convert("RGB"))
    pad = 240
    wide = Image.fromarray(np.pad(picture, ((pad, pad), (pad, pad), (0, 0)), mode="edge"))
    left = pad - (SIZE[0] - picture.shape[1]) / 2
    top = pad - (SIZE[1] - picture.shape[0]) / 2
    run = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{SIZE[0]}x{SIZE[1]}", "-r", str(rate), "-i", "-",
         "-pix_fmt", "yuv444p", "-f", "yuv4mpegpipe", "-strict", "-1", str(path)], stdin=subprocess.PIPE)
    for frame in range(round(SECONDS * rate)):
        shutter = [frame / rate] if motion not in ("fast",) else frame / rate + np.linspace(-0.25, 0.25, 5) / rate
        image = np.zeros((SIZE[1], SIZE[0], 3))
        for t in shutter:
            dx, dy = (float(v) for v in PATHS[motion](np.float64(t)))
            image += np.asarray(wide.transform(SIZE, Image.Transform.AFFINE, (1, 0, left - dx, 0, 1, top - dy), Image.Resampling.BICUBIC), float)
        image = image / len(shutter) + generator.normal(0, noise, image.shape)
        run.stdin.write(np.clip(image + 0.5, 0, 255).astype(np.uint8).tobytes())
    run.stdin.close()
    assert run.wait() == 0


def tracks(mudra, path, options):
    """The landmarks of each frame in pixels, NaN where there is no hand."""
    run = subprocess.run([mudra, "video", str(path), "--task", "landmarks", "--json", "--quiet", *options], capture_output=True, text=True, check=True)
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    return np.array([np.array(row["hands"][0]["landmarks"])[:, :2] * SIZE if row["hands"] else np.full((21, 2), np.nan) for row in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mudra")
    parser.add_argument("--pictures", type=pathlib.Path, default=ROOT / "Tests/HandTrackingTests/Fixtures/rendered")
    parser.add_argument("--noise", type=float, default=4)
    parser.add_argument("--rate", type=float, default=30)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--names", default="Open_Palm_left,Victory_right,Pointing_Up_left")
    parser.add_argument("--paths", default=",".join(PATHS))
    parser.add_argument("--variants", default=",".join(VARIANTS))
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = a.keep or pathlib.Path(folder)
        folder.mkdir(exist_ok=True)
        for motion in a.paths.split(","):
            found = {}
            for seed, name in enumerate(a.names.split(",")):
                path = folder / f"{motion}_{name}.y4m"
                if not path.exists(): clip(path, a.pictures / f"{name}.png", motion, a.rate, a.noise, seed)
                for variant in a.variants.split(","):
                    found.setdefault(variant, []).append(tracks(a.mudra, path, VARIANTS[variant]))
            report(motion, found, a.rate)


def report(motion, found, rate):
    rows = {}
    for variant, clips in found.items():
        later = 1 if variant.startswith("+33") else 0
        for index, track in enumerate(clips):
            raw = found["raw"][index]
            t = np.arange(len(track)) / rate
            path = np.stack(PATHS[motion](t), -1)[:, None]
            still = np.nanmean(raw - path, 0)
            palm = np.linalg.norm(still[0] - still[[5, 9, 13, 17]], axis=-1).max()
            ahead = np.stack(PATHS[motion](t + later / rate), -1)[:, None]
            error = track - still - ahead
            skip = slice(10, None)
            size = np.nanmean(np.linalg.norm(error[skip], axis=-1)) / palm * 100
            jitter = np.nanmean(np.linalg.norm(np.diff(error, axis=0)[skip], axis=-1)) / palm * 100
            # The mean error of the palm along the speed, in milliseconds of it.
            speed = np.gradient(ahead[:, 0], 1 / rate, axis=0)
            mean = np.nanmean(error[:, PALM], 1)
            good = ~np.isnan(mean[:, 0]) & (np.arange(len(t)) >= 10)
            lag = -(mean[good] * speed[good]).sum() / max((speed[good] ** 2).sum(), 1e-9) * 1000
            rows.setdefault(variant, []).append((size, jitter, lag, np.isnan(track[:, 0, 0]).sum()))
    for variant, values in rows.items():
        size, jitter, lag, lost = np.mean(values, 0)
        print(f"{motion:8} {variant:18} error {size:6.2f} %  jitter {jitter:5.2f} %  lag {lag:6.1f} ms  lost {lost:.1f} frames", flush=True)


if __name__ == "__main__":
    main()
