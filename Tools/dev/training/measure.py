#!/usr/bin/env python3
"""What the distance head is worth on labeled embeddings.

    mudra gestures FOLDER/* --json --embedding | measure.py

A line's label is the folder of its source. Prints, as the mean of ten draws with 5 and with 20 examples of each gesture for
training: how many of the others are nearest to their own gesture; and with every other gesture known, how many of the known are
kept, named wrongly, how many of the unknown are accepted, and the area under the curve of that choice. The head is numpy's, which
the tests hold the package to.
"""
import json
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "reference"))
from make_training_fixture import fit  # noqa: E402

DRAWS = 10


def read(lines):
    """Embeddings and labels of lines that have a hand."""
    rows = [json.loads(line) for line in lines]
    rows = [(row["source"].split("/")[-2], row["hands"][0]["embedding"]) for row in rows if row.get("hands")]
    names = sorted({name for name, _ in rows})
    return np.array([row[1] for row in rows]), np.array([names.index(row[0]) for row in rows]), names


def distances(head, embeddings):
    """Squared distances to each mean."""
    z = (np.maximum(embeddings, 0) - head["center"]) @ head["whitening"].T
    return ((z[:, None] - head["means"][None]) ** 2).sum(2)


def area(inside, outside):
    """The chance that one of the first is smaller than one of the second."""
    order = np.sort(outside)
    above = len(order) - np.searchsorted(order, inside, "right")
    ties = np.searchsorted(order, inside, "right") - np.searchsorted(order, inside, "left")
    return (above + ties / 2).mean() / len(order)


def main():
    embeddings, labels, names = read(sys.stdin)
    counts = np.bincount(labels)
    print(f"{len(labels)} hands of {len(names)} gestures: {dict(zip(names, counts.tolist()))}")
    known = np.arange(len(names)) % 2 == 0
    for count in (5, 20):
        if counts.min() <= count:
            continue
        closed, opened = [], []
        for seed in range(DRAWS):
            r = np.random.default_rng(seed)
            train = np.concatenate([r.permutation(np.flatnonzero(labels == c))[:count] for c in range(len(names))])
            rest = np.setdiff1d(np.arange(len(labels)), train)
            head = fit(embeddings[train], labels[train], len(names))
            closed.append((distances(head, embeddings[rest]).argmin(1) == labels[rest]).mean())
            renumbered = np.cumsum(known) - 1
            train = train[known[labels[train]]]
            head = fit(embeddings[train], renumbered[labels[train]], known.sum())
            d = distances(head, embeddings[rest])
            inside, nearest = d.min(1), d.argmin(1)
            own = known[labels[rest]]
            accepted = inside < head["squaredLimit"]
            right = accepted & (nearest == renumbered[labels[rest]])
            opened.append(((accepted & right)[own].mean(), (accepted & ~right)[own].mean(), accepted[~own].mean(),
                           area(inside[own], inside[~own])))
        kept, wrong, taken, auroc = np.mean(opened, 0)
        print(f"{count} examples each: {np.mean(closed):.2%} nearest to their own; {known.sum()} known, "
              f"{len(names) - known.sum()} unknown: known kept {kept:.2%}, wrong {wrong:.2%}, unknown accepted {taken:.2%}, "
              f"AUROC {auroc:.4f}")


main()
