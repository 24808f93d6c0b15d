#!/usr/bin/env python3
"""Makes Tests/TensorRuntimeTests/Fixtures/custom.zip: MediaPipe's custom operators, with MediaPipe's own answers.

    make_custom_fixtures.py --mediapipe PYTHON [--out FOLDER]

PYTHON is that of a virtual environment with mediapipe==0.10.14, whose graphs run any model with MediaPipe's operators
(mediapipe_graph.py). Each model takes a small picture, the only input that such a graph has, and gives what its operator
sees as a second output, so that the test does not rest on how MediaPipe turns a picture into floats.
"""
import argparse
import io
import pathlib
import subprocess
import struct
import sys
import tempfile
import zipfile

import numpy as np
from flatbuffers import flexbuffers

from make_operator_fixtures import DEFAULT, npy
from model_writer import ModelWriter, options

HERE = pathlib.Path(__file__).resolve().parent


def reshaped(m, x, *shape):
    return m.operator("RESHAPE", [x, m.constant(np.int32(shape))], options("ReshapeOptions"))


def transpose_conv(m, x, shape, filter_shape, padding, stride):
    """`filter_shape` is [out, height, width]; padding 1 is same, 2 is valid; stride is (height, width)."""
    filter_ = m.constant(m.values(*filter_shape, shape[3]))
    bias = m.constant(m.values(filter_shape[0]))
    return m.custom("Convolution2DTransposeBias", [x, filter_, bias], (1, 1, 1, filter_shape[0]), struct.pack("<3i", padding, stride[1], stride[0]))


def flex(**fields):
    builder = flexbuffers.Builder()
    with builder.Map():
        for key, value in sorted(fields.items()):
            if isinstance(value, list):
                with builder.TypedVector(key):
                    for element in value:
                        builder.Int(element)
            elif isinstance(value, float):
                builder.Float(key, value)
            else:
                builder.Int(key, value)
    return bytes(builder.Finish())


def matrix(m, angle, scale, shift):
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    return m.constant(np.float32([[[c, -s, 0, shift[0]], [s, c, 0, shift[1]], [0, 0, 1, 0], [0, 0, 0, 1]]]))


def cases():
    """name -> (writer, picture shape); the first output is the operator's, the second its input."""
    made = {}

    def case(name, shape, build):
        m = ModelWriter("custom/" + name)
        x = m.input(np.zeros(shape, np.float32))
        made[name] = m, shape
        m.output(build(m, x), m.operator("MUL", [x, m.constant(np.float32([1]))], options("MulOptions")))

    for name, shape, filter_shape, padding, stride in [
            ("transpose_2x2_stride_2", (1, 6, 8, 3), (1, 2, 2), 1, (2, 2)),
            ("transpose_tiled_channels", (1, 4, 5, 3), (7, 2, 3), 2, (2, 3)),
            ("transpose_odd_same", (1, 5, 7, 3), (4, 2, 2), 1, (2, 2)),
            ("transpose_3x3_stride_1", (1, 5, 6, 3), (5, 3, 3), 1, (1, 1)),
            ("transpose_3x3_stride_2", (1, 5, 4, 3), (9, 3, 3), 1, (2, 2)),
            ("transpose_4x4_stride_2_valid", (1, 3, 6, 3), (2, 4, 4), 2, (2, 2)),
            ("transpose_stride_3_filter_2", (1, 4, 4, 3), (3, 2, 2), 2, (3, 3)),
            ("transpose_two_strides", (1, 4, 3, 3), (3, 5, 2), 1, (3, 1))]:
        case(name, shape, lambda m, x, a=(shape, filter_shape, padding, stride): transpose_conv(m, x, *a))

    for name, angle, scale, shift, size in [
            ("bilinear_identity", 0, 1, (0, 0), (8, 9)), ("bilinear_rotated", 0.6, 0.7, (3.3, 0.2), (6, 5)),
            ("bilinear_outside", -0.3, 2.5, (-4, -3), (7, 7)), ("bilinear_enlarged", 0.1, 0.23, (2.1, 3.4), (16, 3))]:
        def bilinear(m, x, angle=angle, scale=scale, shift=shift, size=size):
            opts = flex(output_height=size[0], output_width=size[1])
            return m.custom(
                "TransformTensorBilinear", [x, matrix(m, angle, scale, shift)], (1, *size, 3), opts, version=2)
        case(name, (1, 8, 9, 3), bilinear)

    for dimensions in (2, 3):
        def landmarks(m, x, dimensions=dimensions):
            points = reshaped(m, x, 1, 72 // dimensions, dimensions)
            return m.custom("TransformLandmarks", [points, matrix(m, 0.4, 1.7, (5, -2))],
                            (1, 72 // dimensions, dimensions), version=2)
        case(f"landmarks_{dimensions}d", (1, 4, 6, 3), landmarks)

    for name, fields in {
            "matrix": dict(subset_idxs=[3, 4, 5, 9, 10, 11, 17, 2], left_rotation_idx=1, right_rotation_idx=8,
                           target_rotation_radians=0, output_height=16, output_width=16, scale_x=1.5, scale_y=1.5),
            "matrix_wide": dict(subset_idxs=list(range(24)), left_rotation_idx=20, right_rotation_idx=3,
                                target_rotation_radians=1.25, output_height=7, output_width=300, scale_x=2.0,
                                scale_y=0.5),
            "matrix_of_a_point": dict(subset_idxs=[6, 6], left_rotation_idx=0, right_rotation_idx=23,
                                      target_rotation_radians=-2.0, output_height=4, output_width=4, scale_x=1.0,
                                      scale_y=1.0)}.items():
        def to_matrix(m, x, fields=fields):
            return m.custom("Landmarks2TransformMatrix", [reshaped(m, x, 1, 24, 3)], (1, 4, 4), flex(**fields), version=2)
        case(name, (1, 4, 6, 3), to_matrix)
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mediapipe", required=True)
    parser.add_argument("--out", type=pathlib.Path, default=DEFAULT)
    arguments = parser.parse_args()
    with zipfile.ZipFile(arguments.out / "custom.zip", "w", zipfile.ZIP_STORED) as archive, \
            tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, (m, shape) in cases().items():
            model = m.pack()
            (folder / "model.tflite").write_bytes(model)
            np.save(folder / "picture.npy", m.random.integers(0, 256, shape[1:], np.uint8))
            command = [arguments.mediapipe, HERE / "mediapipe_graph.py", folder / "model.tflite", folder / "picture.npy",
                       folder / "outputs.npz", "2"]
            if subprocess.run(command, stderr=subprocess.DEVNULL).returncode:
                sys.exit(f"custom/{name}: MediaPipe does not run it")
            outputs = np.load(folder / "outputs.npz")
            entries = {"tflite": model, "input0.npy": npy(outputs["arr_1"].reshape(shape)),
                       "output0.npy": npy(outputs["arr_0"])}
            for suffix, content in entries.items():
                archive.writestr(zipfile.ZipInfo(f"{name}.{suffix}"), content)
            print(f"{name:32} {outputs['arr_0'].size} values")


if __name__ == "__main__":
    main()
