"""TFLite_Detection_PostProcess: fast and regular suppression, floats and quantized bytes.

The archive is `detection`, since the operator is a custom one.
"""
import numpy as np
from flatbuffers import flexbuffers

NAMES = dict(max_detections=10, max_classes_per_detection=1, num_classes=3, nms_score_threshold=0.0, nms_iou_threshold=0.5,
             y_scale=10.0, x_scale=10.0, h_scale=5.0, w_scale=5.0)


def flex(fields):
    builder = flexbuffers.Builder()
    with builder.Map():
        for key, value in sorted(fields.items()):
            add = {bool: builder.Bool, float: builder.Float, int: builder.Int}[type(value)]
            add(key, value)
    return bytes(builder.Finish())


def anchors(m, count):
    centers = m.values(count, 2, low=0.1, high=0.9)
    return np.concatenate([centers, m.values(count, 2, low=0.1, high=0.5)], 1)


def detect(m, boxes, scores, anchors_, without=(), **fields):
    fields = {key: value for key, value in (NAMES | fields).items() if key not in without}
    return m.custom("TFLite_Detection_PostProcess", [boxes, scores, anchors_], (), flex(fields), outputs=4)


# boxes, scores with background, length of a box's code, options
CASES = {
    "fast": (40, True, 4, dict(max_detections=6)),
    "fast_without_background": (40, False, 4, dict(max_detections=6)),
    "fast_keypoints": (24, True, 9, dict(max_detections=5)),
    "fast_two_classes": (30, True, 4, dict(max_detections=4, max_classes_per_detection=2)),
    "fast_all_classes": (30, True, 4, dict(max_detections=4, max_classes_per_detection=3)),
    "fast_low_overlap": (60, True, 4, dict(max_detections=3, nms_iou_threshold=0.1)),
    "fast_whole_overlap": (20, True, 4, dict(max_detections=20, nms_iou_threshold=1.0)),
    "regular": (40, True, 4, dict(max_detections=8, use_regular_nms=True)),
    "regular_without_background": (40, False, 4, dict(max_detections=8, use_regular_nms=True)),
    "regular_few_each": (50, True, 4, dict(max_detections=5, use_regular_nms=True, detections_per_class=2)),
    "regular_few_found": (12, True, 4, dict(max_detections=30, use_regular_nms=True, nms_score_threshold=0.7)),
    "regular_none_found": (12, True, 4, dict(max_detections=5, use_regular_nms=True, nms_score_threshold=2.0)),
    "one_class": (30, True, 4, dict(max_detections=6, num_classes=1)),
}


def good(case):
    for name, (count, background, length, fields) in CASES.items():
        m = case("detection", name)
        classes = fields.get("num_classes", 3) + background
        boxes = m.input(m.values(1, count, length, low=-8, high=8))
        scores = m.input(m.values(1, count, classes, low=0, high=1))
        m.output(*detect(m, boxes, scores, m.constant(anchors(m, count)), **fields))
    for name, fields in {"fast": dict(max_detections=5), "regular": dict(max_detections=6, use_regular_nms=True)}.items():
        m = case("detection", f"{name}_uint8")
        boxes = m.quantized(m.input(m.elements("uint8", 1, 30, 4)), 0.05, 120)
        # Each score once, since equal ones have no order in LiteRT.
        scores = m.quantized(m.input(m.random.permutation(120).reshape(1, 30, 4).astype(np.uint8)), 1 / 128, 0)
        places = m.quantized(m.constant(np.uint8(anchors(m, 30) * 200)), 1 / 200, 0)
        m.output(*detect(m, boxes, scores, places, **fields))


def bad(case):
    def refused(name, boxes=(1, 8, 4), scores=(1, 8, 4), places=(8, 4), without=(), **fields):
        m = case("detection", name)
        m.output(*detect(m, m.input(m.values(*boxes)), m.input(m.values(*scores)), m.constant(m.values(*places)), without, **fields))
    refused("two_pictures", boxes=(2, 8, 4))
    refused("short_codes", boxes=(1, 8, 3))
    refused("scores_of_other_boxes", scores=(1, 7, 4))
    refused("too_many_classes", scores=(1, 8, 5))
    refused("too_few_classes", scores=(1, 8, 2))
    refused("anchors_of_other_boxes", places=(7, 4))
    refused("rank_of_anchors", places=(1, 8, 4))
    refused("no_detections", max_detections=0)
    refused("negative_detections", max_detections=-3)
    refused("absurd_detections", max_detections=2**40)
    refused("absurd_outputs", max_detections=65536, max_classes_per_detection=65536)
    refused("no_classes_per_detection", max_classes_per_detection=0)
    refused("overlap_of_zero", nms_iou_threshold=0.0)
    refused("overlap_of_no_number", nms_iou_threshold=float("nan"))
    for key in ("max_detections", "num_classes", "y_scale", "nms_score_threshold"):
        refused(f"without_{key}", without=(key,))
    m = case("detection", "options_that_are_no_map")
    inputs = [m.input(m.values(1, 8, 4)), m.input(m.values(1, 8, 4)), m.constant(m.values(8, 4))]
    m.output(*m.custom("TFLite_Detection_PostProcess", inputs, (), b"\x01\x02\x03", outputs=4))
