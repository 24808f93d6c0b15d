#!/usr/bin/env python3
"""Renders tracks of hands that move, as lines of mudra.result/1, with the truth.

    Tools/dev/motions/render_motions.py FOLDER [--seed N] [--persons N] [--minutes N]

writes FOLDER/examples/MOTION/N.jsonl (five of each, of one person), FOLDER/background_N.jsonl (minutes of other
movements, of that person and of others) and FOLDER/streams/N.jsonl, each of another person at another camera and frame
rate, with lines {"label", "interval"} for what is in them. No pictures: only landmarks. Needs numpy.
"""
import argparse
import json
import pathlib

import numpy as np

ONE = ["swipe_left", "swipe_right", "swipe_up", "swipe_down", "circle_clockwise", "circle_counterclockwise",
       "pinch", "grab", "expand", "tap", "v", "o", "wave"]
TWO = ["zoom", "rotate", "clap"]
BONES = [[0.45, 0.42, 0.34, 0.28], [0.95, 0.46, 0.27, 0.22], [1.0, 0.5, 0.31, 0.23], [0.93, 0.46, 0.3, 0.23],
         [0.82, 0.36, 0.22, 0.2]]
ANGLES = np.radians([48, 18, 2, -12, -26])  # of each finger's base, from the palm's direction toward the thumb


def ease(t):
    t = np.clip(t, 0, 1)
    return t * t * t * (10 - 15 * t + 6 * t * t)


class Person:
    """How somebody moves: sizes of the hand, speed, habits."""

    def __init__(self, rng):
        self.rng = rng
        self.bones = np.array(BONES) * rng.uniform(0.9, 1.12, (5, 1)) * rng.uniform(0.95, 1.05, (5, 4))
        self.spread = rng.uniform(0.8, 1.2)
        self.pace = rng.uniform(0.75, 1.3)
        self.reach = rng.uniform(0.85, 1.25)
        self.rest = rng.uniform(0.05, 0.35, 5)      # how bent the fingers are at rest
        self.tilt = rng.uniform(-0.25, 0.25)
        self.turn = rng.uniform(-0.3, 0.3)
        self.lean = rng.uniform(-0.35, 0.1)
        self.slant = rng.uniform(-0.15, 0.15)       # of straight ways
        self.right = rng.random() < 0.75
        self.wind_up = rng.uniform(0, 0.25)

    def joints(self, curl, thumb, roll, yaw, lean, right):
        """Of each frame 21 points in palms, palm in the middle, y downward, fingers up."""
        zero, one = np.zeros(len(thumb)), np.ones(len(thumb))
        points = np.zeros((len(thumb), 21, 3))
        for finger in range(5):
            angle = ANGLES[finger] * self.spread * (1 - 0.5 * (curl[:, finger] if finger else zero))
            direction = np.stack([np.sin(angle), -np.cos(angle), zero], 1)
            bones = self.bones[finger]
            at = direction * bones[0]
            points[:, 1 + 4 * finger] = at
            bend = zero
            for joint in range(1, 4):
                if finger:
                    bend = bend + curl[:, finger] * [0, 1.35, 1.6, 1.1][joint]
                    step = direction * np.cos(bend)[:, None] + np.array([0, 0, -1]) * np.sin(bend)[:, None]
                else:
                    bend = bend + curl[:, 0] * 0.55
                    side = np.stack([-0.75 * np.cos(angle), -0.75 * np.sin(angle), -0.66 * one], 1)
                    step = direction * np.cos(bend)[:, None] + side * np.sin(bend)[:, None]
                at = at + step * bones[joint]
                points[:, 1 + 4 * finger + joint] = at
        # thumb and index tip meet
        meet = (points[:, 4] + points[:, 8]) / 2 + np.array([0, 0, -0.1])
        for tip, chain in [(4, (2, 3, 4)), (8, (6, 7, 8))]:
            shift = (meet - points[:, tip]) * np.maximum(thumb, 0)[:, None]
            for share, joint in zip((0.35, 0.7, 1.0), chain):
                points[:, joint] += shift * share
        points[:, :, 0] *= -1 if right else 1
        points -= (points[:, :1] + points[:, 9:10]) / 2
        for axis, angle in ((0, lean), (1, yaw), (2, roll)):
            c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
            a, b = [i for i in range(3) if i != axis]
            p, q = points[:, :, a].copy(), points[:, :, b].copy()
            points[:, :, a], points[:, :, b] = c * p - s * q, s * p + c * q
        return points


class Pose:
    """What a hand does at a time; added up from keys."""

    def __init__(self, person, place, right):
        self.place = np.array(place, float)
        self.curl = person.rest.copy()
        self.thumb = 0.0
        self.roll, self.yaw, self.lean = person.tilt, person.turn, person.lean

    def vector(self):
        return np.concatenate([self.place, self.curl, [self.thumb, self.roll, self.yaw, self.lean]])


def path_keys(rng, person, name, hand_place):
    """For a motion of one hand: its duration, and a function from 0...1 to changes (place in palms, curl, thumb,
    roll)."""
    pace = person.pace * rng.uniform(0.88, 1.14)
    size = person.reach * rng.uniform(0.88, 1.14)
    slant = person.slant + rng.normal(0, 0.06)

    def moved(vectors, start=0, duration=0.5):
        return duration * pace, lambda t: dict(place=vectors(ease(t)))

    if name.startswith("swipe"):
        way = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[name[6:]]
        c, s = np.cos(slant), np.sin(slant)
        way = np.array([way[0] * c - way[1] * s, way[0] * s + way[1] * c]) * 2.6 * size
        bow = rng.normal(0, 0.25) * size
        flick = rng.uniform(0, 0.45) * np.sign(way[0]) if abs(way[0]) > abs(way[1]) else 0

        def swipe(t):
            e = ease(t)
            return dict(place=way * e + np.array([-way[1], way[0]]) / 2.6 * bow * np.sin(np.pi * e) * 0.4,
                        roll=flick * e, lean=(-0.3 if name == "swipe_up" else 0.35 if name == "swipe_down" else 0) * e)
        return 0.5 * pace, swipe
    if name.startswith("circle") or name == "o":
        turn = 1 if name == "circle_clockwise" else -1
        start = rng.uniform(-0.4, 0.4) - np.pi / 2
        radius = (1.0 if name != "o" else 0.62) * size
        turns = rng.uniform(0.95, 1.15)
        flat = rng.uniform(0.8, 1.2)
        point = name != "o"

        def circle(t):
            angle = start + turn * 2 * np.pi * turns * (t * 0.6 + 0.4 * ease(t))
            place = np.array([np.cos(angle) - np.cos(start), flat * (np.sin(angle) - np.sin(start))]) * radius
            return dict(place=place)
        return (1.1 if point else 1.0) * pace, circle
    if name == "pinch":
        return 0.55 * pace, lambda t: dict(thumb=ease(t / 0.8), curl=np.array([0.1, 0.12, 0.1, 0.1, 0.1]) * ease(t),
                                           place=np.array([0, 0.1]) * ease(t))
    if name == "grab":
        return 0.6 * pace, lambda t: dict(curl=np.array([0.5, 0.85, 0.85, 0.85, 0.85]) * ease(t),
                                          place=np.array([0, 0.12]) * ease(t))
    if name == "expand":
        return 0.6 * pace, lambda t: dict(curl=np.array([0.5, 0.85, 0.85, 0.85, 0.85]) * (1 - ease(t)),
                                          place=np.array([0, -0.12]) * ease(t))
    if name == "tap":
        return 0.45 * pace, lambda t: dict(curl=np.array([0.1, 0.05 + 0.45 * np.sin(np.pi * ease(t)), .75, .8, .85]),
                                           place=np.array([0, 0.35]) * size * np.sin(np.pi * ease(t)),
                                           lean=0.5 * np.sin(np.pi * ease(t)))
    if name == "v":
        corner = np.array([0.8, 1.5]) * size
        end = np.array([1.6, 0.0]) * size * rng.uniform(0.9, 1.1)

        def v(t):
            place = corner * ease(t * 2) + (end - corner) * ease(t * 2 - 1)
            return dict(place=place)
        return 0.95 * pace, v
    if name == "wave":
        count = rng.integers(2, 4)
        return 0.42 * count * pace, lambda t: dict(
            place=np.array([0.55, 0.08]) * size * np.sin(2 * np.pi * count * t) * min(1, 5 * t, 5 * (1 - t)),
            roll=0.4 * np.sin(2 * np.pi * count * t) * min(1, 5 * t, 5 * (1 - t)))
    raise ValueError(name)


def both_keys(rng, person, name):
    """For a motion of two hands: where each hand goes, in palms."""
    pace, size = person.pace * rng.uniform(0.85, 1.2), person.reach * rng.uniform(0.85, 1.2)
    if name == "zoom":
        slope = rng.uniform(-0.4, 0.4)
        way = np.array([1.3, slope]) * size
        return 0.7 * pace, lambda t: (dict(place=-way * ease(t)), dict(place=way * ease(t))), 1.3
    if name == "rotate":
        def rotate(t):
            angle = 1.2 * ease(t) * size
            arm = np.array([2.0, 0])
            new = np.array([np.cos(angle), np.sin(angle)]) * 2.0
            return dict(place=-(new - arm), roll=angle * 0.7), dict(place=new - arm, roll=angle * 0.7)
        return 0.8 * pace, rotate, 2.0
    half = 1.7 * size

    def clap(t):
        near = np.sin(np.pi * ease(t)) ** 0.7 if 0 < t < 1 else 0
        return dict(place=np.array([half - 0.45, 0]) * near), dict(place=np.array([0.45 - half, 0]) * near)
    return 0.6 * pace, clap, half


class Scene:
    """A camera and what it sees: keeps poses at 120 steps per second, and writes lines."""
    rate = 120

    def __init__(self, person, rng, hands=1):
        self.person, self.rng = person, rng
        self.aspect = float(rng.choice([4 / 3, 16 / 9]))
        self.palm = rng.uniform(0.085, 0.2) if hands == 1 else rng.uniform(0.07, 0.11)
        self.hands = hands
        sides = [person.right] if hands == 1 else [True, False]
        middle = np.array([self.aspect / 2, 0.55]) / self.palm
        offsets = [np.zeros(2)] if hands == 1 else [np.array([-1.8, 0]), np.array([1.8, 0])]
        self.sides = sides
        self.state = [Pose(person, middle + o, s).vector() for o, s in zip(offsets, sides)]
        self.frames, self.truth = [], []
        self.drift = rng.normal(0, 1, (hands, 4))
        self.phase = rng.uniform(0, 7, (hands, 4))

    @property
    def time(self):
        return len(self.frames) / self.rate

    def emit(self, states):
        row = []
        for hand, state in enumerate(states):
            sway = 0.03 * np.sin(self.time * np.array([1.1, 1.7, 0.7, 2.3]) + self.phase[hand])
            s = state.copy()
            s[0:2] += sway[:2]
            s[8:10] += sway[2:] * 0.6
            row.append(s)
        self.frames.append(row)

    def hold(self, seconds):
        for _ in range(int(seconds * self.rate)):
            self.emit(self.state)

    def go(self, targets, seconds):
        start = [s.copy() for s in self.state]
        steps = max(2, int(seconds * self.rate))
        bows = [self.rng.normal(0, 0.12, 2) for _ in start]
        for step in range(steps):
            e = ease((step + 1) / steps)
            states = []
            for s, t, bow in zip(start, targets, bows):
                x = s + (t - s) * e
                x[0:2] += np.sin(np.pi * e) * bow * np.linalg.norm(t[0:2] - s[0:2])
                states.append(x)
            self.state = states
            self.emit(states)

    def bend(self, curl):
        """Brings the fingers where a movement begins, as slowly as they close and open elsewhere."""
        targets = [s.copy() for s in self.state]
        for t in targets:
            t[2:7] = curl(t[2:7])
        bent = max(np.abs(t[2:7] - s[2:7]).max() for t, s in zip(targets, self.state))
        if bent > 0.02:
            self.go(targets, 0.4 + 0.8 * bent)

    def home(self, curl=None, spread=0.4, seconds=None):
        middle = np.array([self.aspect / 2, 0.55]) / self.palm
        room = np.array([self.aspect, 1]) / self.palm / 2 - 3.6
        targets = []
        for hand in range(self.hands):
            offset = np.zeros(2) if self.hands == 1 else np.array([-1.8 if hand == 0 else 1.8, 0])
            t = Pose(self.person, middle + offset + np.clip(self.rng.normal(0, 1, 2), -1, 1) * np.maximum(room, 0.1)
                     * spread, self.sides[hand]).vector()
            t[0:2] = middle + offset + self.rng.uniform(-1, 1, 2) * np.maximum(room, 0.1) * spread
            t[8:11] += self.rng.normal(0, 0.12, 3)
            if curl is not None:
                t[2:7] = curl
            targets.append(t)
        far = max(np.linalg.norm(t[0:2] - s[0:2]) for t, s in zip(targets, self.state))
        # fingers that have to open or close take their time
        bent = max(np.abs(t[2:8] - s[2:8]).max() for t, s in zip(targets, self.state))
        self.go(targets, seconds if seconds else self.rng.uniform(0.8, 1.4) + 0.4 * far + 0.8 * bent)

    def run(self, duration, keys):
        start = [s.copy() for s in self.state]
        steps = int(duration * self.rate)
        for step in range(steps + 1):
            changes = keys(step / steps)
            states = []
            for s, change in zip(start, changes):
                x = s.copy()
                if "curl" in change:
                    # an open hand closes, a fist opens
                    x[2:7] = np.maximum(np.minimum(s[2:7], 0.3), change["curl"])
                x[0:2] += change.get("place", 0)
                x[7] = max(s[7], change.get("thumb", 0))
                x[8] += change.get("roll", 0)
                x[10] += change.get("lean", 0)
                states.append(x)
            self.state = states
            self.emit(states)

    def motion(self, name):
        if name in ONE:
            fist = np.array([0.5, 0.85, 0.85, 0.85, 0.85])
            pointing = np.array([0.2, 0.02, 0.75, 0.8, 0.85])
            curl = fist if name == "expand" else pointing if name in ("tap", "v") or name[:6] == "circle" else None
            start = self.placed(name)
            if curl is not None:
                start[0][2:7] = curl
            if name == "o":  # drawn by index finger and thumb held together
                start[0][2:7], start[0][7] = np.array([0.3, 0.25, 0.3, 0.3, 0.3]), 0.95
            bent = np.abs(start[0][2:8] - self.state[0][2:8]).max()
            self.go(start, self.rng.uniform(0.8, 1.3) + 0.8 * bent
                    + 0.4 * np.linalg.norm(start[0][:2] - self.state[0][:2]))
            self.hold(self.rng.uniform(0.15, 0.7))
            duration, keys = path_keys(self.rng, self.person, name, self.state[0][0:2])
            begin = self.time
            self.run(duration, lambda t: [keys(t)] + [{}] * (self.hands - 1))
        else:
            duration, keys, half = both_keys(self.rng, self.person, name)
            targets = self.placed(name, half)
            self.go(targets, self.rng.uniform(1.2, 2))
            self.hold(self.rng.uniform(0.15, 0.6))
            begin = self.time
            self.run(duration, keys)
        self.truth.append((name, begin, self.time))
        self.hold(self.rng.uniform(0.2, 0.6))

    def placed(self, name, half=None):
        """A place from which there is room for the motion."""
        middle = np.array([self.aspect / 2, 0.55]) / self.palm + self.rng.normal(0, 0.35, 2)
        r = self.person.reach
        first = {"swipe_left": (1.3, 0), "swipe_right": (-1.3, 0), "swipe_up": (0, 1.3), "swipe_down": (0, -1.3),
                 "v": (-0.8, -0.7), "o": (0, -0.6), "circle_clockwise": (0, -1),
                 "circle_counterclockwise": (0, -1)}.get(name, (0, 0))
        targets = []
        for hand in range(self.hands):
            at = middle + np.array(first) * r
            if self.hands == 2:
                far = half if half else 1.9
                at = (middle if half else at) + np.array([-far if hand == 0 else far, 0.0])
            t = Pose(self.person, at, self.sides[hand]).vector()
            t[8:11] += self.rng.normal(0, 0.1, 3)
            targets.append(t)
        return targets

    def other(self):
        """Something that is none of the motions."""
        rng, kind = self.rng, self.rng.integers(0, 11)
        if self.hands == 2 and rng.random() < 0.25:  # both hands come before the person, or go apart
            self.go(self.placed("", rng.uniform(1.2, 2.3)), rng.uniform(1.2, 2.2))
        elif kind == 0:
            self.hold(rng.uniform(0.6, 2))
        elif kind in (1, 2):
            self.home(spread=1)
        elif kind == 3:     # scratching: small, quick, not in one direction
            way, count = rng.normal(0, 0.22, 2), rng.integers(3, 7)
            curl = rng.uniform(0.3, 0.6)
            self.bend(lambda s: np.full(5, curl))
            self.run(0.22 * count, lambda t: [dict(place=way * np.sin(2 * np.pi * count * t), curl=np.full(5, curl))]
                     + [{}] * (self.hands - 1))
        elif kind == 4:     # talking: slow beats with opening and closing fingers
            for _ in range(rng.integers(2, 5)):
                targets = [s.copy() for s in self.state]
                for t in targets:
                    t[0:2] += rng.normal(0, 0.55, 2)
                    t[2:7] = np.clip(self.person.rest + rng.uniform(-0.1, 0.35), 0, 1)
                    t[8:11] += rng.normal(0, 0.3, 3)
                    t[8:11] = np.clip(t[8:11], -0.9, 0.9)
                    t[0:2] = self.inside(t[0:2])
                self.go(targets, rng.uniform(0.4, 0.9))
        elif kind == 5:     # drifting
            targets = [s.copy() for s in self.state]
            for t in targets:
                t[0:2] = self.inside(t[0:2] + rng.normal(0, 1.2, 2))
            self.go(targets, rng.uniform(2, 4))
        elif kind == 6:     # near misses: half a motion and back
            duration, keys = path_keys(rng, self.person, str(rng.choice(ONE[:4] + ["grab", "pinch"])), None)
            part = rng.uniform(0.2, 0.34)
            self.bend(lambda s: np.minimum(s, 0.3))
            self.run(duration * rng.uniform(1.2, 2), lambda t: [keys(part * np.sin(np.pi * ease(t)))]
                     + [{}] * (self.hands - 1))
        elif kind == 7:     # fingers play
            targets = [s.copy() for s in self.state]
            for t in targets:
                t[2:7] = np.clip(self.person.rest + rng.uniform(-0.1, 0.3, 5), 0, 1)
            self.go(targets, rng.uniform(0.4, 1.2))
        elif kind in (8, 9):  # the hand forms a sign on its way, keeps it, and opens again
            shapes = [([0.5, 0.85, 0.85, 0.85, 0.85], 0), ([0.2, 0.02, 0.75, 0.8, 0.85], 0),
                      ([0.3, 0.25, 0.3, 0.3, 0.3], 0.95)]
            curl, thumb = shapes[rng.integers(0, 3)]
            targets = [s.copy() for s in self.state]
            for t in targets:
                t[0:2] = self.inside(t[0:2] + rng.normal(0, 0.9, 2))
                t[2:7], t[7] = curl, thumb
            self.go(targets, rng.uniform(1.2, 2.2))
            self.hold(rng.uniform(0.2, 0.8))
            self.home()
        else:               # a slow reach to take something: the hand closes on the way
            targets = [s.copy() for s in self.state]
            for t in targets:
                t[0:2] = self.inside(t[0:2] + rng.normal(0, 0.9, 2))
                t[2:7] = rng.uniform(0.35, 0.6)
            self.go(targets, rng.uniform(1.2, 2))
            self.hold(rng.uniform(0.2, 0.6))
            self.home(seconds=rng.uniform(1.2, 2))

    def inside(self, place):
        room = np.array([self.aspect, 1]) / self.palm
        return np.clip(place, 1.5, room - 1.5)

    def lines(self, source, rate, start=0.0, end=None, noise=0.012, world=True, drop=0.02):
        """The frames at a rate, as a tracker would give them."""
        rng, person = self.rng, self.person
        height = 480
        width = int(round(height * self.aspect))
        end = self.time if end is None else end
        times = np.arange(start, end, 1 / rate)
        slow = rng.normal(0, 1, (len(times) + 8, self.hands, 21, 3))
        rows = [self.frames[min(int(time * self.rate), len(self.frames) - 1)] for time in times]
        seen = []  # of each hand: landmarks and world landmarks by frame
        for hand in range(self.hands):
            s = np.array([row[hand] for row in rows])
            points = person.joints(s[:, 2:7], s[:, 7], s[:, 8], s[:, 9], s[:, 10], self.sides[hand])
            waver, count = slow[:, hand], len(times)
            image = points + noise * (waver[:count] + waver[1:count + 1]) / 1.4 * np.array([1, 1, 2])
            image *= self.palm
            image[:, :, :2] += s[:, None, :2] * self.palm
            image[:, :, [0, 2]] /= self.aspect
            seen.append((np.round(image, 5).tolist(),
                         np.round((points + noise * waver[2:count + 2]) * 0.09, 5).tolist()))
        result = []
        for number, time in enumerate(times):
            if rng.random() < drop:
                continue
            hands = []
            for hand, (image, space) in enumerate(seen):
                value = {"handedness": {"name": "Right" if self.sides[hand] else "Left", "score": 0.97},
                         "landmarks": image[number],
                         "track": {"id": hand + 1, "age": number, "isFollowed": number > 0}}
                if world:
                    value["worldLandmarks"] = space[number]
                hands.append(value)
            result.append({"schema": "mudra.result/1", "source": source, "timestampMs": int(round(time * 1000)),
                           "width": width, "height": height, "hands": hands})
        return result

    def truth_lines(self):
        return [{"label": name, "interval": [int(begin * 1000), int(end * 1000)]} for name, begin, end in self.truth]


def write(path, lines, small=False):
    if small:
        lines = [line if "label" in line else {
            "timestampMs": line["timestampMs"], "width": line["width"], "height": line["height"],
            "hands": [{"landmarks": [[round(p[0], 4), round(p[1], 4)] for p in hand["landmarks"]]}
                      for hand in line["hands"]]} for line in lines]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))


def background(person, rng, hands, seconds):
    scene = Scene(person, rng, hands)
    while scene.time < seconds:
        scene.other()
    return scene


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--persons", type=int, default=6, help="persons in the streams")
    parser.add_argument("--minutes", type=float, default=3, help="of background, and about of each stream")
    parser.add_argument("--examples", type=int, default=5)
    parser.add_argument("--motions", default=",".join(ONE + TWO))
    parser.add_argument("--no-world", action="store_true")
    parser.add_argument("--rate", type=float, default=0, help="of all frames; by default 30 and those of the streams")
    parser.add_argument("--small", action="store_true", help="only what is needed, with few digits: for a fixture")
    parser.add_argument("--context", type=float, default=0.3, help="seconds of rest around an example")
    options = parser.parse_args()
    names = options.motions.split(",")
    rng = np.random.default_rng(options.seed)
    teacher = Person(rng)
    teacher.pace = rng.uniform(0.9, 1.15)
    two = any(name in TWO for name in names)
    for name in names:
        for number in range(options.examples):
            scene = Scene(teacher, rng, 2 if name in TWO else 1)
            scene.home()
            scene.motion(name)
            _, begin, end = scene.truth[0]
            pad = options.context
            write(options.folder / "examples" / name / f"{number}.jsonl", scene.lines(
                f"{name}/{number}", options.rate or 30, max(0, begin - pad * rng.random()),
                min(scene.time, end + pad * rng.random()), world=not options.no_world, drop=0), options.small)
    seconds = options.minutes * 60
    for number, hands in enumerate([1, 1, 1] + [2, 2] * two):
        person = teacher if number == 0 else Person(rng)
        write(options.folder / f"background_{number}.jsonl", background(person, rng, hands, seconds * 2 / 3).lines(
            f"background {number}", options.rate or 30, world=not options.no_world), options.small)
    rates = [30, 15, 60, 25, 20, 10]
    for number in range(options.persons):
        person = Person(rng)
        for hands in ([1, 2] if two else [1]):
            own = [n for n in names if n in (ONE if hands == 1 else TWO)]
            if not own:
                continue
            scene = Scene(person, rng, hands)
            scene.home()
            order = [name for _ in range(3 if hands == 1 else 6) for name in rng.permutation(own)]
            for name in order:
                for _ in range(rng.integers(1, 3)):
                    scene.other()
                scene.motion(name)
            while scene.time < seconds:
                scene.other()
            rate = options.rate or rates[number % len(rates)]
            lines = scene.lines(f"stream {number}", rate, noise=rng.uniform(0.006, 0.02), world=not options.no_world)
            write(options.folder / "streams" / f"{number}_{hands}.jsonl", lines + scene.truth_lines(),
                  options.small)


if __name__ == "__main__":
    main()
