#!/usr/bin/env python3
"""Draws pictures of faces that a face detector finds: render_face.py OUT_DIR (needs Pillow)."""
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

DETAIL = 4  # drawn this many times larger


class Canvas:
    """A square transparent picture; positions and lengths are fractions of its side."""

    def __init__(self, side):
        self.side = side
        self.image = Image.new("RGBA", (side, side))
        self.draw = ImageDraw.Draw(self.image)

    def box(self, x, y, across, down):
        return [self.side * v for v in (x - across, y - down, x + across, y + down)]

    def ellipse(self, x, y, across, down, color):
        self.draw.ellipse(self.box(x, y, across, down), fill=color)

    def slice(self, x, y, across, down, start, end, color):
        self.draw.pieslice(self.box(x, y, across, down), start, end, fill=color)

    def arc(self, x, y, across, down, start, end, color, width):
        self.draw.arc(self.box(x, y, across, down), start, end, fill=color, width=int(self.side * width))

    def line(self, points, color, width):
        self.draw.line([(x * self.side, y * self.side) for x, y in points], fill=color, width=int(self.side * width))


def shade(color, factor):
    return tuple(min(int(v * factor), 255) for v in color) + (255,)


def face(side, skin, hair, turn=0):
    canvas = Canvas(side * DETAIL)
    canvas.ellipse(.5, .42, .34, .36, shade(hair, 1))
    canvas.draw.rectangle(canvas.box(.5, .875, .1, .125), fill=shade(skin, .8))
    for ear in (.22, .78):
        canvas.ellipse(ear, .52, .05, .08, shade(skin, .9))
    canvas.ellipse(.5, .52, .28, .36, shade(skin, 1))
    canvas.slice(.5, .37, .29, .25, 180, 360, shade(hair, 1.1))
    canvas.ellipse(.5, .50, .25, .20, shade(skin, 1))

    shadows = Canvas(canvas.side)
    for eye in (.385, .615):
        shadows.ellipse(eye, .475, .085, .05, (80, 40, 30, 90))
    shadows.ellipse(.5, .62, .05, .04, (110, 60, 45, 110))
    shadows.ellipse(.5, .55, .03, .09, (255, 235, 215, 90))
    for cheek, temple in ((.33, .26), (.67, .74)):
        shadows.ellipse(cheek, .62, .07, .05, (230, 110, 100, 70))
        shadows.ellipse(temple, .60, .05, .2, (90, 45, 30, 80))
    shadows.ellipse(.5, .80, .10, .03, (100, 50, 40, 90))
    canvas.image.alpha_composite(shadows.image.filter(ImageFilter.GaussianBlur(canvas.side * .015)))

    for eye in (.385, .615):
        canvas.ellipse(eye, .48, .055, .026, (245, 242, 238, 255))
        canvas.ellipse(eye, .48, .025, .025, (80, 55, 35, 255))
        canvas.ellipse(eye, .48, .012, .012, (10, 10, 10, 255))
        canvas.ellipse(eye + .008, .472, .005, .005, (255, 255, 255, 255))
        canvas.arc(eye, .4815, .06, .0335, 190, 350, (50, 30, 20, 255), .010)
        canvas.arc(eye, .44, .075, .04, 200, 340, shade(hair, .9), .018)
    canvas.line([(.475, .50), (.465, .60)], shade(skin, .82), .008)
    for nostril in (.475, .525):
        canvas.ellipse(nostril, .632, .012, .008, shade(skin, .5))
    canvas.arc(.5, .6225, .05, .0275, 20, 160, shade(skin, .7), .008)
    canvas.slice(.5, .71, .09, .045, 0, 180, (175, 75, 75, 255))
    for lip in (.455, .545):
        canvas.slice(lip, .7075, .045, .0175, 180, 360, (165, 65, 65, 255))
    canvas.line([(.415, .709), (.585, .709)], (110, 40, 40, 255), .006)

    soft = canvas.image.filter(ImageFilter.GaussianBlur(canvas.side * .003))
    return soft.rotate(turn, resample=Image.Resampling.BICUBIC).resize((side, side), Image.Resampling.LANCZOS)


def picture(width, height, *faces):
    image = Image.new("RGB", (width, height), (120, 140, 150))
    for place, drawn in faces:
        image.paste(drawn, place, drawn)
    return image


def main():
    out = Path(sys.argv[1])
    picture(
        480, 270, ((20, 30), face(200, (224, 172, 140), (70, 45, 30))),
        ((270, 60), face(170, (150, 100, 70), (20, 15, 10), turn=12))).save(out / "two.png", optimize=True)
    picture(240, 320, ((40, 80), face(170, (240, 200, 175), (200, 160, 80), turn=-15))).save(
        out / "tall.png", optimize=True)
    picture(160, 120).save(out / "none.png", optimize=True)


if __name__ == "__main__":
    main()
