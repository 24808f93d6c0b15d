#!/usr/bin/env python3
"""Runs a model on a picture in a graph of mediapipe==0.10.14, with MediaPipe's custom operators.

    mediapipe_graph.py MODEL.tflite PICTURE.npy OUTPUTS.npz COUNT

PICTURE is uint8, height × width × 3, of the model's input size; the model sees its values divided by 255. OUTPUTS gets the
first COUNT outputs as flat arrays of floats.
"""
import sys

import mediapipe as mp
import numpy as np
from mediapipe.python.packet_creator import create_image_frame
from mediapipe.python.packet_getter import get_float_list


def config(model, height, width, count):
    each = range(count)
    return f"""
        input_stream: "image"
        {" ".join(f'output_stream: "floats{i}"' for i in each)}
        node {{ calculator: "ImageToTensorCalculator" input_stream: "IMAGE:image" output_stream: "TENSORS:input"
          options: {{ [mediapipe.ImageToTensorCalculatorOptions.ext] {{
            output_tensor_width: {width} output_tensor_height: {height} keep_aspect_ratio: false
            output_tensor_float_range {{ min: 0 max: 1 }} }} }} }}
        node {{ calculator: "TfLiteCustomOpResolverCalculator" output_side_packet: "OP_RESOLVER:resolver"
          options: {{ [mediapipe.TfLiteCustomOpResolverCalculatorOptions.ext] {{ use_gpu: false }} }} }}
        node {{ calculator: "InferenceCalculator" input_side_packet: "OP_RESOLVER:resolver"
          input_stream: "TENSORS:input" output_stream: "TENSORS:outputs"
          options: {{ [mediapipe.InferenceCalculatorOptions.ext] {{
            model_path: "{model}" delegate {{ xnnpack {{ num_threads: 1 }} }} }} }} }}
        node {{ calculator: "SplitTensorVectorCalculator" input_stream: "outputs"
          {" ".join(f'output_stream: "tensor{i}"' for i in each)}
          options: {{ [mediapipe.SplitVectorCalculatorOptions.ext] {{
            {" ".join(f"ranges: {{ begin: {i} end: {i + 1} }}" for i in each)} }} }} }}
        {" ".join(f'''node {{ calculator: "TensorsToFloatsCalculator" input_stream: "TENSORS:tensor{i}"
                              output_stream: "FLOATS:floats{i}" }}''' for i in each)}"""


def main():
    model, picture, outputs, count = sys.argv[1:]
    image = np.load(picture)
    graph = mp.CalculatorGraph(graph_config=config(model, *image.shape[:2], int(count)))
    found = {}
    for i in range(int(count)):
        graph.observe_output_stream(
            f"floats{i}", lambda _, packet, i=i: found.__setitem__(i, np.float32(get_float_list(packet))))
    graph.start_run({})
    graph.add_packet_to_input_stream("image", create_image_frame(image_format=mp.ImageFormat.SRGB, data=image).at(0))
    graph.close_all_packet_sources()
    graph.wait_until_done()
    np.savez(outputs, *(found[i] for i in range(int(count))))


if __name__ == "__main__":
    main()
