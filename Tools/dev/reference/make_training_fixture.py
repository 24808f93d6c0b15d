#!/usr/bin/env python3
"""Heads that the closed form gives in numpy, for the tests of GestureTraining.

    make_training_fixture.py OUT.json

The formulas are those of the distance head: whitening, leave-one-out distances, limit and sharpness; written with an inverse
and numpy's Cholesky factor where the package has a triangular solution, so that only the mathematics is shared.
"""
import json
import sys

import numpy as np

DEVIATIONS = 1.645  # the quantile of 0.95, to three decimals
SHARE = 0.25  # of the distance to other gestures, which a gesture reaches at least


def fit(examples, labels, count, groups=None):
    """The head of some examples, and the distances of the examples to their gesture without them, or without their group."""
    h = np.maximum(examples, 0)
    n, d = h.shape
    sizes = np.bincount(labels, minlength=count)
    means = np.array([h[labels == c].mean(0) for c in range(count)])
    residuals = h - means[labels]
    scatter = residuals.T @ residuals
    freedom = n - count
    variance = np.trace(scatter) / d / freedom
    inverse = np.linalg.inv(d * variance * np.eye(d) + scatter)
    weight = d + freedom
    whitening = np.linalg.cholesky(weight * inverse).T
    center = means.mean(0)
    shift = sizes[labels] / (sizes[labels] - 1)
    q = np.einsum("nd,de,ne->n", residuals, inverse, residuals)
    own = (weight - 1) * shift**2 * q / (1 - shift * q)
    means = (means - center) @ whitening.T
    head = dict(whitening=whitening, center=center, means=means)
    reach = reach_of(means)
    if groups is not None:
        own = reach * np.concatenate([left_out(examples, labels, count, groups == g) for g in np.unique(groups)])
    logs = np.log(own)
    typical, limit = np.exp(logs.mean()), np.exp(logs.mean() + DEVIATIONS * logs.std(ddof=1))
    if limit < SHARE * reach:
        limit = SHARE * reach
        typical = min(typical, limit / 4)
    sharpness = 2 * np.log(19) / min(limit - typical, reach / 2)
    return head | dict(squaredLimit=limit, sharpness=sharpness, ownSquaredDistances=own)


def reach_of(means):
    """The median of the squared distances of the gestures to the nearest other one."""
    between = ((means[:, None] - means[None]) ** 2).sum(2)
    return np.median((between + np.diag(np.full(len(means), np.inf))).min(1))


def left_out(examples, labels, count, out):
    """Squared distances of a group to the gestures without it, in units of the reach there."""
    head = fit(examples[~out], labels[~out], count)
    z = (np.maximum(examples[out], 0) - head["center"]) @ head["whitening"].T
    return ((z - head["means"][labels[out]]) ** 2).sum(1) / reach_of(head["means"])


def scores(head, examples):
    """The scores of none and of each gesture."""
    z = (np.maximum(examples, 0) - head["center"]) @ head["whitening"].T
    distances = ((z[:, None] - head["means"][None]) ** 2).sum(2)
    limit = np.full((len(z), 1), head["squaredLimit"])
    logits = -head["sharpness"] / 2 * np.concatenate([limit, distances], 1)
    exponentials = np.exp(logits - logits.max(1, keepdims=True))
    return exponentials / exponentials.sum(1, keepdims=True)


def case(seed, size, sizes, keys, group_count=0):
    """Examples around random means, some of them far from all, and what the head says."""
    r = np.random.default_rng(seed)
    count = len(sizes)
    means = r.normal(0.3, 1, (count, size))
    mixing = r.normal(0, 0.3, (size, size)) / np.sqrt(size)

    def around(label, spread=1.0):
        return np.round(means[label] + spread * (r.normal(0, 1, size) @ mixing + r.normal(0, 0.1, size)), 4)

    labels = np.repeat(np.arange(count), sizes)
    examples = np.array([around(c) for c in labels]).astype(np.float32).astype(float)
    queries = np.array([around(c, s) for c in range(count) for s in (1, 2, 4)] + [np.round(r.normal(0, 2, size), 4)])
    queries = queries.astype(np.float32).astype(float)
    groups = np.arange(len(labels)) % group_count if group_count else None
    if group_count:  # people differ
        shifts = r.normal(0, 0.3, (group_count, size))
        examples = np.round(examples + shifts[groups], 4).astype(np.float32).astype(float)
    head = fit(examples, labels, count, groups)
    result = dict(labels=labels.tolist(), examples=np.round(examples, 4).tolist(),
                  queries=np.round(queries, 4).tolist(), scores=scores(head, queries).tolist(),
                  squaredLimit=head["squaredLimit"], sharpness=head["sharpness"],
                  ownSquaredDistances=head["ownSquaredDistances"].tolist())
    if group_count:
        result |= dict(groups=groups.tolist())
    return result | {key: head[key].tolist() for key in keys}


def session(seed, size, count, each):
    """Examples of one session, and others."""
    r = np.random.default_rng(seed)
    means = r.normal(0.3, 1, (count, size))
    labels = np.repeat(np.arange(count), each)

    def around(label, spread):
        return np.round(means[label] + spread * r.normal(0, 1, size), 4).astype(np.float32).astype(float)

    examples = np.array([around(c, 0.02) for c in labels])
    queries = np.array([around(c, s) for c in range(count) for s in (0.05, 0.3, 1)])
    head = fit(examples, labels, count)
    return dict(labels=labels.tolist(), examples=np.round(examples, 4).tolist(), queries=np.round(queries, 4).tolist(),
                scores=scores(head, queries).tolist(), squaredLimit=head["squaredLimit"], sharpness=head["sharpness"],
                ownSquaredDistances=head["ownSquaredDistances"].tolist())


def main():
    cases = dict(small=case(1, 6, [5, 4, 7], ("whitening", "center", "means")), wide=case(2, 128, [8, 6, 10], ()),
                 groups=case(3, 24, [9, 9, 12], (), 3))
    # One session: examples that are much alike, so that the distance between gestures is what counts.
    cases["session"] = session(5, 24, 3, 6)
    with open(sys.argv[1], "w") as file:
        json.dump(cases, file)
        file.write("\n")


if __name__ == "__main__":
    main()
