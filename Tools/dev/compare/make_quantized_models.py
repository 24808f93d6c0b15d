#!/usr/bin/env python3
"""Makes networks of the shapes of MobileNet v1 and v2, EfficientNet-Lite0, PoseNet, ResNet-50, a few dense layers, a vision
transformer, BERT and a conformer, with random weights, and takes the two networks of the hand landmarker: as float32, quantized to
int8, and with filters of int8 (dynamic) or int4 alone, for measuring speed.

    make_quantized_models.py FOLDER          in the environment of Tools/dev/reference/requirements.txt
"""
import argparse
import pathlib
import sys
import zipfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tools/dev/reference"))

from cases.elementwise import binary  # noqa: E402
from cases.pooling import pool  # noqa: E402
from cases.reduction import reduce  # noqa: E402
from make_attention_models import bert, conformer, vision_transformer  # noqa: E402
from make_network_fixtures import network_input  # noqa: E402
from make_quantized_networks import depthwise_layer, layer, plain, quantize  # noqa: E402
from cases.convolution import dense  # noqa: E402
from model_writer import ModelWriter, options  # noqa: E402


def classes(m, x, channels):
    x = dense(m, reduce(m, "MEAN", x, [1, 2]), m.constant(m.values(1000, channels, low=-0.05, high=0.05)),
              m.constant(m.values(1000)))
    m.output(m.operator("SOFTMAX", [x], options("SoftmaxOptions", beta=1.0)))


def stem(m, side=224):
    return layer(m, m.input(network_input((1, side, side, 3), 0)), 3, 32, 3, stride=(2, 2), activation="RELU6")


def separable(m, x, channels, blocks):
    """Depthwise convolutions with a 1x1 behind each."""
    for outputs, stride, dilation in blocks:
        x = depthwise_layer(m, x, channels, stride=(stride, stride), dilation=(dilation, dilation), activation="RELU6")
        x = layer(m, x, channels, outputs, activation="RELU6")
        channels = outputs
    return x


MOBILENET = ((64, 1, 1), (128, 2, 1), (128, 1, 1), (256, 2, 1), (256, 1, 1), (512, 2, 1), *((512, 1, 1),) * 5)


def mobilenet_v1(m):
    classes(m, separable(m, stem(m), 32, (*MOBILENET, (1024, 2, 1), (1024, 1, 1))), 1024)


def posenet(m):
    """MobileNet v1 with an output of a sixteenth of the picture's sides, dilated from there on, and four heads."""
    x = separable(m, stem(m, 257), 32, (*MOBILENET, (1024, 1, 1), (1024, 1, 2)))
    for outputs in (17, 34, 32, 32):
        m.output(layer(m, x, 1024, outputs))


def inverted_residuals(m, blocks):
    x, channels = stem(m), 32
    for size, factor, outputs, count, stride in blocks:
        for index in range(count):
            inner, step = x, stride if index == 0 else 1
            if factor > 1:
                inner = layer(m, inner, channels, channels * factor, activation="RELU6")
            inner = depthwise_layer(m, inner, channels * factor, size, stride=(step, step), activation="RELU6")
            inner = layer(m, inner, channels * factor, outputs)
            x = binary(m, "ADD", inner, x) if step == 1 and channels == outputs else inner
            channels = outputs
    classes(m, layer(m, x, channels, 1280, activation="RELU6"), 1280)


def mobilenet_v2(m):
    inverted_residuals(m, ((3, 1, 16, 1, 1), (3, 6, 24, 2, 2), (3, 6, 32, 3, 2), (3, 6, 64, 4, 2), (3, 6, 96, 3, 1),
                           (3, 6, 160, 3, 2), (3, 6, 320, 1, 1)))


def efficientnet_lite0(m):
    inverted_residuals(m, ((3, 1, 16, 1, 1), (3, 6, 24, 2, 2), (5, 6, 40, 2, 2), (3, 6, 80, 3, 2), (5, 6, 112, 3, 1),
                           (5, 6, 192, 4, 2), (3, 6, 320, 1, 1)))


def resnet50(m):
    x = layer(m, m.input(network_input((1, 224, 224, 3), 0)), 3, 64, 7, stride=(2, 2), activation="RELU")
    x, channels = pool(m, "MAX_POOL_2D", x, size=(3, 3), stride=(2, 2)), 64
    for width, count, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
        for index in range(count):
            step = stride if index == 0 else 1
            inner = layer(m, x, channels, width, activation="RELU")
            inner = layer(m, inner, width, width, 3, stride=(step, step), activation="RELU")
            inner = layer(m, inner, width, 4 * width)
            if index == 0:
                x = layer(m, x, channels, 4 * width, stride=(step, step))
            x, channels = binary(m, "ADD", inner, x, activation="RELU"), 4 * width
    classes(m, x, channels)


def perceptron(m):
    x = m.input(network_input((16, 1024), 0))
    for inputs, outputs in ((1024, 2048), (2048, 2048), (2048, 1000)):
        reach = (3 / inputs) ** 0.5
        x = dense(m, x, m.constant(m.values(outputs, inputs, low=-reach, high=reach)), m.constant(m.values(outputs)))
    m.output(x)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=pathlib.Path)
    folder = arguments.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    models = {}
    for make in (mobilenet_v1, mobilenet_v2, efficientnet_lite0, posenet, resnet50, perceptron, vision_transformer, bert,
                 conformer):
        m = ModelWriter(make.__name__)
        make(m)
        models[make.__name__] = m.settle_shapes().pack()
    with zipfile.ZipFile(ROOT / "Models/hand_landmarker.task") as bundle:
        for name in bundle.namelist():
            if name.endswith(".tflite"):
                models[pathlib.Path(name).stem] = bundle.read(name)
    for name, model in models.items():
        (folder / f"{name}_float32.tflite").write_bytes(plain(model))
        for kind in ("int8", "dynamic", "int4"):
            try:
                (folder / f"{name}_{kind}.tflite").write_bytes(quantize(plain(model), kind))
            except (RuntimeError, ValueError) as error:  # operators that the quantizer does not have
                print(f"{name}, {kind}: left out: {str(error).splitlines()[0][:120]}")
            else:
                print(name, kind)


if __name__ == "__main__":
    main()
