"""RFFT2D, REAL, IMAG, COMPLEX_ABS, AudioSpectrogram, Mfcc. The inputs and outputs of cases are floats, since NPY files of complex numbers are not read."""
import numpy as np

from cases.detection import flex
from model_writer import TYPES, options

TABLES = {"RFFT2D": "Rfft2dOptions", "REAL": None, "IMAG": None, "COMPLEX_ABS": None}
# picture, transform
SHAPES = {
    "row": ((1, 16), (1, 16)), "rows": ((5, 1, 32), (1, 32)), "picture": ((8, 4), (8, 4)), "pictures": ((2, 3, 4, 8), (4, 8)),
    "filled": ((3, 5), (4, 8)), "cut": ((7, 20), (4, 16)), "filled_and_cut": ((1, 25), (2, 16)), "two_numbers": ((1, 2), (1, 2)),
    "column": ((16, 2), (16, 2)), "long": ((1, 400), (1, 512)),
}


# samples and channels, window, stride, squared
SOUNDS = {
    "speech": ((900, 1), 400, 160, True), "magnitudes": ((300, 1), 100, 50, False), "two_channels": ((200, 2), 64, 64, True),
    "one_window": ((60, 1), 60, 9, True), "window_of_2": ((40, 1), 2, 3, True), "overlap": ((130, 1), 128, 1, False),
}
# windows and frequencies, rate, lowest and highest frequency, filters, coefficients
CEPSTRA = {
    "speech": ((3, 257), 16000, 20.0, 4000.0, 40, 13), "all_coefficients": ((2, 129), 8000, 0.0, 4000.0, 10, 10),
    "many_filters": ((2, 33), 16000, 20.0, 7600.0, 60, 20), "one_filter": ((4, 65), 22050, 100.0, 900.0, 1, 1),
    "fractions_of_hertz": ((2, 65), 16000, 20.7, 3999.5, 5, 5), "narrow": ((2, 65), 16000, 1000.0, 1010.0, 4, 4), "few_frequencies": ((2, 2), 16000, 20.0, 4000.0, 3, 2),
}


def spectrogram(m, x, window, stride, squared, without=()):
    fields = dict(window_size=window, stride=stride, magnitude_squared=squared)
    return m.custom("AudioSpectrogram", [x], (), flex({key: value for key, value in fields.items() if key not in without}))


def cepstrum(m, x, rate, lowest, highest, filters, coefficients):
    fields = dict(lower_frequency_limit=lowest, upper_frequency_limit=highest, filterbank_channel_count=filters,
                  dct_coefficient_count=coefficients)
    return m.custom("Mfcc", [x, rate], (), flex(fields))


def transform(m, x, lengths):
    return m.operator("RFFT2D", [x, m.constant(np.asarray(lengths, np.int32))], options("Rfft2dOptions"), dtype="complex64")


def part(m, name, x):
    return m.operator(name, [x], dtype="float32")


def good(case):
    for name, (shape, lengths) in SHAPES.items():
        m = case("rfft2d", name)
        found = transform(m, m.input(m.values(*shape)), lengths)
        m.output(part(m, "REAL", found), part(m, "IMAG", found))
        m = case("complex_abs", name)
        m.output(part(m, "COMPLEX_ABS", transform(m, m.input(m.values(*shape)), lengths)))
        for operator in ("REAL", "IMAG"):
            if len(shape) == 2:
                m = case(operator.lower(), name)
                m.output(part(m, operator, transform(m, m.input(m.values(*shape)), lengths)))
    for name, (shape, *fields) in SOUNDS.items():
        m = case("audio_spectrogram", name)
        m.output(spectrogram(m, m.input(m.values(*shape)), *fields))
    for name, (shape, rate, *fields) in CEPSTRA.items():
        m = case("mfcc", name)
        m.output(cepstrum(m, m.input(m.values(1, *shape, low=0, high=9)), m.constant(np.int32([rate])), *fields))
    m = case("mfcc", "of_sound")
    spectrum = spectrogram(m, m.input(m.values(500, 2)), 200, 100, True)
    m.output(cepstrum(m, spectrum, m.constant(np.int32([16000])), 20.0, 4000.0, 20, 8))
    m = case("audio_spectrogram", "magnitudes_by_default")
    m.output(spectrogram(m, m.input(m.values(40, 1)), 8, 4, False, without=["magnitude_squared"]))
    m = case("audio_spectrogram", "shorter_than_a_window")
    m.output(spectrogram(m, m.input(m.values(7, 1)), 8, 4, False))
    m = case("mfcc", "rate_at_run_time")
    m.output(cepstrum(m, m.input(m.values(1, 2, 65, low=0, high=9)), m.input(np.int32([16000])), 20.0, 4000.0, 20, 8))
    m = case("mfcc", "silence")
    m.output(cepstrum(m, m.input(np.zeros((1, 2, 65), np.float32)), m.constant(np.int32([16000])), 20.0, 4000.0, 20, 8))

    # Complex numbers move like all others, and without their imaginary parts they are of any type.
    for name, numbers, table in (("RESHAPE", ([4, 1, 5],), "ReshapeOptions"), ("SQUEEZE", (), "SqueezeOptions"),
                                 ("SLICE", ([0, 1, 0], [1, 2, 4]), "SliceOptions"), ("TRANSPOSE", ([2, 0, 1],), "TransposeOptions")):
        m = case("complex_abs", f"after_{name.lower()}")
        inputs = [transform(m, m.input(m.values(1, 4, 8)), (4, 8))] + [m.constant(np.int32(n)) for n in numbers]
        m.output(part(m, "COMPLEX_ABS", m.operator(name, inputs, options(table), dtype="complex64")))
    for target in ("float32", "int32"):
        m = case("cast", f"complex64_to_{target}")
        found = transform(m, m.input(m.values(4, 8, low=-9, high=9)), (4, 8))
        m.output(m.operator("CAST", [found], options("CastOptions", inDataType=TYPES["complex64"], outDataType=TYPES[target]), dtype=target))


def bad(case):
    for name, shape, lengths in (
        ("width_that_is_no_power_of_2", (4, 12), (4, 12)), ("height_that_is_no_power_of_2", (3, 8), (3, 8)), ("width_0", (4, 4), (4, 0)),
        ("width_1", (4, 1), (4, 1)), ("negative_height", (4, 4), (-4, 4)), ("three_lengths", (4, 4), (1, 4, 4)), ("rank_1", (8,), (1, 8)),
        ("absurd", (1, 4), (2**30, 2**30)),
    ):
        m = case("rfft2d", name)
        m.output(part(m, "COMPLEX_ABS", transform(m, m.input(m.values(*shape)), lengths)))
    for name, fields in {
        "window_of_1": (1, 1, True), "stride_0": (8, 0, True), "negative_stride": (8, -1, True), "absurd_window": (2**40, 1, True),
    }.items():
        m = case("audio_spectrogram", name)
        m.output(spectrogram(m, m.input(m.values(40, 1)), *fields))
    m = case("audio_spectrogram", "no_stride")
    m.output(spectrogram(m, m.input(m.values(40, 1)), 8, 4, True, without=["stride"]))
    m = case("audio_spectrogram", "rank_1")
    m.output(spectrogram(m, m.input(m.values(40)), 8, 4, True))
    m = case("audio_spectrogram", "no_map")
    m.output(m.custom("AudioSpectrogram", [m.input(m.values(40, 1))], (), b"abc"))
    for name, rate, *fields in (
        ("no_filters", [16000], 20.0, 4000.0, 0, 0), ("more_coefficients_than_filters", [16000], 20.0, 4000.0, 4, 5),
        ("frequencies_turned", [16000], 4000.0, 20.0, 4, 4), ("above_half_the_rate", [16000], 20.0, 9000.0, 4, 4),
        ("rate_0", [0], 20.0, 4000.0, 4, 4), ("two_rates", [16000, 16000], 20.0, 4000.0, 4, 4),
        ("absurd_filters", [16000], 20.0, 4000.0, 2**40, 4), ("too_many_cosines", [16000], 20.0, 4000.0, 2**14, 2**14),
    ):
        m = case("mfcc", name)
        m.output(cepstrum(m, m.input(m.values(1, 2, 65)), m.constant(np.int32(rate)), *fields))
    m = case("rfft2d", "integers")
    m.output(part(m, "REAL", transform(m, m.input(m.integers(2, 4)), (2, 4))))
    m = case("rfft2d", "lengths_at_run_time")
    x, lengths = m.input(m.values(4, 4)), m.input(np.int32([4, 4]))
    m.output(part(m, "REAL", m.operator("RFFT2D", [x, lengths], options("Rfft2dOptions"), dtype="complex64")))
    for operator in ("REAL", "IMAG", "COMPLEX_ABS"):
        for dtype in ("float32", "int32"):
            m = case(operator.lower(), dtype)
            m.output(m.operator(operator, [m.input(m.elements(dtype, 3, 4))], dtype="float32"))
        m = case(operator.lower(), "two_operands")
        found = transform(m, m.input(m.values(2, 4)), (2, 4))
        m.output(m.operator(operator, [found, found], dtype="float32"))
