"""Rendered hands whose places before one or two cameras are known, and a clip of a hand that moves and bends."""
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "render"))
from render_hand import FINGERS, GESTURES, POSES, THUMB, mix_pose, render  # noqa: E402

SIZE = (640, 480)
FIELD_OF_VIEW = 60.0
FOCAL = SIZE[0] / 2 / np.tan(np.radians(FIELD_OF_VIEW / 2))
# The second camera looks at the same point, 55 cm before the first, from 35° to the side.
ANGLE = 35.0
AIM = np.array([0, 0, 55.0])


def turn(degrees):
    """A rotation about the vertical of a camera's axes: x right, y down, z away."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


# From the first camera's axes to the second's: p2 = ROTATION p1 + TRANSLATION, in centimeters.
ROTATION = turn(ANGLE)
TRANSLATION = AIM - ROTATION @ AIM


def view(place, left, turned, **pose):
    """A picture, and the landmarks in centimeters from its camera."""
    picture, _, relative = render(size=SIZE, focal=FOCAL, place=place, left=left, turn=turned, **pose)
    return picture, relative * (1, -1, -1) + place


def hand(index):
    """Two pictures of hand number `index`, and its landmarks in centimeters from the first camera."""
    r = np.random.default_rng(5000 + index)
    left = bool(index % 2)
    pose = dict(pose=list(POSES)[index % len(POSES)], seed=index, roll=r.uniform(-30, 30), pitch=r.uniform(-20, 20),
                yaw=r.uniform(-30, 30) + (180 if index % 5 == 4 else 0))
    place = np.array([r.uniform(-6, 6), r.uniform(-5, 5), r.uniform(45, 65)])
    first, truth = view(place, left, 0, **pose)
    # The renderer's y is up, so its turn is the other way round, and once more in a mirror.
    second, seen = view(ROTATION @ place + TRANSLATION, left, ANGLE if left else -ANGLE, **pose)
    assert np.abs(truth @ ROTATION.T + TRANSLATION - seen).max() < 1e-6
    return first, second, truth, left


def track(seed, frames):
    """The frames of a hand that makes one gesture after another, and its landmarks in centimeters from the camera."""
    keys = [(POSES[GESTURES[name][0]], np.array(GESTURES[name][1:], float))
            for name in ("Open_Palm", "Victory", "Closed_Fist", "Pointing_Up", "Open_Palm", "ILoveYou")]
    for i in range(frames):
        s = i / max(frames - 1, 1) * (len(keys) - 1)
        k = min(int(s), len(keys) - 2)
        u = min(max((s - k - 0.3) / 0.4, 0), 1)
        u = u * u * (3 - 2 * u)
        (a, first), (b, second) = keys[k], keys[k + 1]
        roll, pitch, yaw = first * (1 - u) + second * u
        w = 2 * np.pi * i / frames
        place = np.array([6 * np.sin(w), 3 * np.sin(2 * w), 55 + 8 * np.sin(w + seed)])
        yield view(place, False, 0, pose=mix_pose(a, b, u), seed=seed, roll=roll + 15 * np.sin(w), yaw=yaw + 20 * np.sin(2 * w),
                   pitch=pitch + 15 * np.cos(w))
