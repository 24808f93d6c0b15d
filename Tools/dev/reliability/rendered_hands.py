"""Rendered hands with truth, many of them hard to see: any roll, pitch and yaw, backs, things in front, blur, dark, cut at an edge."""
import json
import pathlib
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

sys.path.append(str(pathlib.Path(__file__).parent.parent / "render"))
import render_hand

SIZE = (480, 360)


def hide(picture, points, r, middle):
    """Puts a blob of one color, often that of skin, in front of a part of the hand; gives which points it hides."""
    reach = r.uniform(0.12, 0.35) * np.ptp(points, axis=0).max()
    angles = np.sort(r.uniform(0, 2 * np.pi, r.integers(4, 9)))
    shape = middle + reach * np.stack([np.cos(angles), np.sin(angles)], 1) * r.uniform(0.7, 1.4, (len(angles), 1))
    mask = Image.new("L", picture.size)
    ImageDraw.Draw(mask).polygon([tuple(p) for p in shape], fill=255)
    mask = mask.filter(ImageFilter.GaussianBlur(0.8))
    skin = 255 * np.array(render_hand.SKINS[r.integers(len(render_hand.SKINS))])
    color = skin * r.uniform(0.6, 1) if r.random() < 0.4 else r.uniform(20, 230, 3)
    texture = np.clip(color + r.normal(0, 4, (picture.height, picture.width, 3)), 0, 255).astype(np.uint8)
    picture.paste(Image.fromarray(texture), mask=mask)
    inside = np.asarray(mask)
    return [bool(0 <= x < picture.width and 0 <= y < picture.height and inside[int(y), int(x)] > 127) for x, y in points]


def render(pose, roll, pitch, yaw, scale, place, left, seed):
    """A picture, its points in pixels, and its truth."""
    pixels, points, space = render_hand.render(pose, roll, pitch, yaw, scale, *place, SIZE, left, seed)
    points = points * SIZE
    # As the library measures a palm: the longest side of the triangle of wrist, index knuckle and little knuckle. The
    # renderer shows 18 cm of a hand at scale 1 as 62 % of the height.
    palm = max(np.linalg.norm(space[a] - space[b]) for a, b in ((0, 5), (5, 17), (17, 0))) * scale * 0.62 * SIZE[1] / 18
    return Image.fromarray(pixels), points, dict(points=points.tolist(), space=space.tolist(), palm=palm)


def poses(r):
    return [render_hand.POSES[name] for name in r.choice(list(render_hand.POSES), 2)]


def make(index):
    """A picture, and its truth."""
    r = np.random.default_rng([38, index])
    pose = render_hand.mix_pose(*poses(r), r.choice([0, r.uniform(0, 0.5)]))
    back = bool(r.random() < 0.25)
    place = r.uniform((0.25, 0.3), (0.75, 0.7)) if r.random() < 0.15 else r.uniform((0.4, 0.42), (0.6, 0.58))
    scale = r.uniform(0.55, 1)
    picture, points, truth = render(pose, r.uniform(-180, 180), r.uniform(-40, 40), r.uniform(-50, 50) + 180 * back, scale, place,
                                    bool(r.random() < 0.5), index)
    hidden = [False] * 21
    if r.random() < 0.5: hidden = hide(picture, points, r, points[r.integers(21)] + r.normal(0, 12, 2))
    if r.random() < 0.2: picture = picture.filter(ImageFilter.GaussianBlur(r.uniform(0.5, 2.5)))
    light = r.uniform(0.25, 0.7) if r.random() < 0.2 else 1
    pixels = np.asarray(picture, float) * light
    picture = Image.fromarray(np.clip(pixels + r.normal(0, r.uniform(0, 5), pixels.shape), 0, 255).astype(np.uint8))
    return picture, truth | dict(hidden=hidden, back=back)


def make_frame(clip, frame):
    """A frame of a clip of a hand that changes its pose and turns, while something passes in front of it; and its truth."""
    r = np.random.default_rng([39, clip])
    pair, turns, speeds, scale = poses(r), r.uniform((-180, -30, -40), (180, 30, 40)), r.uniform(-30, 30, 3), r.uniform(0.6, 0.95)
    left, path, seed = bool(r.random() < 0.5), r.uniform(-1, 1, 2), r.integers(1 << 30)
    u = frame / (FRAMES - 1)
    picture, points, truth = render(render_hand.mix_pose(*pair, u), *(turns + speeds * u), scale,
                                    np.array((0.5, 0.5)) + 0.08 * np.sin(6 * u + np.array((0, 1))), left, clip)
    middle = points[[0, 9]].mean(0) + np.ptp(points, axis=0).max() * (1.4 * (2 * u - 1) * path / np.linalg.norm(path))
    return picture, truth | dict(hidden=hide(picture, points, np.random.default_rng(seed), middle), back=False)


FRAMES = 30


def write(task):
    folder, make, *numbers = task
    name = "-".join(f"{number:04}" for number in numbers)
    path, truth = folder / f"{name}.png", folder / f"{name}.json"
    if not truth.exists():
        picture, answer = make(*numbers)
        picture.save(path)
        truth.write_text(json.dumps(answer))
    return path, json.loads(truth.read_text())


def rendered(folder, count, jobs=2):
    """The paths of pictures and their truth; renders what is not in the folder."""
    return written([(pathlib.Path(folder), make, index) for index in range(count)], jobs)


def clips(folder, count, jobs=2):
    """The folders of clips and the truth of their frames; renders what is not in the folder."""
    folders = [pathlib.Path(folder) / f"clip{clip}" for clip in range(count)]
    every = written([(folder, make_frame, clip, frame) for clip, folder in enumerate(folders) for frame in range(FRAMES)], jobs)
    return [(folder, [truth for path, truth in every if path.parent == folder]) for folder in folders]


def written(tasks, jobs):
    for task in tasks: task[0].mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(write, tasks))
