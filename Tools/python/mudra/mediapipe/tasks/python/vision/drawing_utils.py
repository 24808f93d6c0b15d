"""Draws landmarks in a picture with OpenCV, which programs that draw have anyway: the wheel works without it."""
from dataclasses import dataclass

# Blue, green, red.
WHITE_COLOR = (224, 224, 224)
BLACK_COLOR = (0, 0, 0)
RED_COLOR = (0, 0, 255)
GREEN_COLOR = (0, 128, 0)
BLUE_COLOR = (255, 0, 0)


@dataclass
class DrawingSpec:
    """How a point or a line is drawn."""

    color: "tuple[int, int, int]" = WHITE_COLOR
    thickness: int = 2
    circle_radius: int = 2


def _place(point, width, height):
    """The pixel of a landmark; None for one outside of the picture, or that is hardly to be seen."""
    if any(share is not None and share < 0.5 for share in (point.visibility, point.presence)):
        return None
    if not (0 <= point.x <= 1 and 0 <= point.y <= 1):
        return None
    return min(int(point.x * width), width - 1), min(int(point.y * height), height - 1)


def _of(specs, key):
    """The style of one landmark or line, of a dictionary or for all."""
    return specs if isinstance(specs, DrawingSpec) else specs[key]


def draw_landmarks(
        image, landmark_list, connections=None, landmark_drawing_spec=DrawingSpec(color=RED_COLOR),
        connection_drawing_spec=DrawingSpec(), is_drawing_landmarks=True):
    """
    Draws a hand in an array of rows × columns × 3 bytes: lines first, then points with a white border.

    connections: the lines, such as `HandLandmarksConnections.HAND_CONNECTIONS`.
    landmark_drawing_spec: a `DrawingSpec`, or a dictionary of them by landmark; None for no points.
    connection_drawing_spec: a `DrawingSpec`, or a dictionary of them by the two ends of lines.
    """
    import cv2

    if not landmark_list:
        return
    if image.ndim != 3 or image.shape[2] != 3:
        raise ValueError("Input image must contain three channel bgr data.")
    height, width = image.shape[:2]
    places = [_place(point, width, height) for point in landmark_list]
    for line in connections or []:
        if not (0 <= line.start < len(places) and 0 <= line.end < len(places)):
            raise ValueError(f"Landmark index is out of range: a line from {line.start} to {line.end}.")
        if places[line.start] and places[line.end]:
            spec = _of(connection_drawing_spec, (line.start, line.end))
            cv2.line(image, places[line.start], places[line.end], spec.color, spec.thickness)
    if not is_drawing_landmarks or not landmark_drawing_spec:
        return
    for index, place in enumerate(places):
        if place:
            spec = _of(landmark_drawing_spec, index)
            border = max(spec.circle_radius + 1, int(spec.circle_radius * 1.2))
            cv2.circle(image, place, border, WHITE_COLOR, spec.thickness)
            cv2.circle(image, place, spec.circle_radius, spec.color, spec.thickness)
