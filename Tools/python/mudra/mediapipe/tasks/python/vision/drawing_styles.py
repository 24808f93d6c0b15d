"""MediaPipe's colors of a drawn hand."""
from . import HandLandmark, HandLandmarksConnections
from .drawing_utils import DrawingSpec

_PALM, _PALM_LINES = (48, 48, 255), (128, 128, 128)
# From the thumb to the little finger.
_FINGERS = [(180, 229, 255), (128, 64, 128), (0, 204, 255), (48, 255, 48), (192, 101, 21)]


def get_default_hand_landmarks_style():
    """The style of each landmark, for `drawing_utils.draw_landmarks`."""
    styles = {}
    for landmark in HandLandmark:
        # Four of each finger, the first of which belongs to the palm, as the wrist does.
        finger, joint = divmod(landmark - 1, 4)
        styles[landmark] = DrawingSpec(_FINGERS[finger] if joint > 0 and landmark > 0 else _PALM, -1, 5)
    return styles


def get_default_hand_connections_style():
    """The style of each line, for `drawing_utils.draw_landmarks`."""
    lines = HandLandmarksConnections
    fingers = [
        lines.HAND_THUMB_CONNECTIONS, lines.HAND_INDEX_FINGER_CONNECTIONS, lines.HAND_MIDDLE_FINGER_CONNECTIONS,
        lines.HAND_RING_FINGER_CONNECTIONS, lines.HAND_PINKY_FINGER_CONNECTIONS]
    parts = [(lines.HAND_PALM_CONNECTIONS, DrawingSpec(_PALM_LINES, 3))]
    parts += [(finger, DrawingSpec(color, 2)) for finger, color in zip(fingers, _FINGERS)]
    return {(line.start, line.end): spec for part, spec in parts for line in part}
