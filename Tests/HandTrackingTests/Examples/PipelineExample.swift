import HandTracking
import PixelImaging
import Testing

/// The worked examples of MediaPipe's pipeline on three pictures, with the values of every step. Printed to seven
/// digits.
struct PipelineExample: Sendable, CustomTestStringConvertible {
  /// A raw box of the detector; the values of unused keypoints are omitted.
  struct RawBox: Sendable {
    let anchor: Int
    let center: PalmPoint
    let logit: Float
    let values: [Float]
  }

  /// A palm on its way from the detector's input to the hand's region.
  struct Palm: Sendable {
    let boxCount: Int
    let blended: PalmBox
    let inImage: PalmBox
    let palmRegion: ImageRegion
    let handRegion: ImageRegion
  }

  /// A hand: outputs of the landmark network, and what is computed from them.
  struct ExampleHand: Sendable {
    let rightProbability: Float
    let rawLandmarks: [(index: Int, x: Float, y: Float, z: Float)]
    let nextRegion: ImageRegion
    let cannedScores: [Float]
    let handedness: String
    let handednessScore: Float
    let landmarks: [NormalizedLandmark]
  }

  let name: String
  let width: Int
  let height: Int
  /// The letterboxed input region: center and size in pixels.
  let letterbox: [Float]
  let rawBoxes: [RawBox]
  let palms: [Palm]
  let hands: [ExampleHand]

  var testDescription: String { name }
}

extension PipelineExample {
  /// A raised left hand with four fingers up.
  static let fourFingers = PipelineExample(
    name: "four/07fdea90-1102-4419-a3af-b394cb29531b.jpg", width: 384, height: 512, letterbox: [192, 256, 512, 512],
    rawBoxes: [
      RawBox(
        anchor: 558, center: PalmPoint(x: 0.6458333, y: 0.4791667), logit: 1.917724,
        values: [3.31056, 2.06941, 14.74879, 14.74833, 5.64620, 8.70213, 0.08724, -4.53488, 3.62041, -4.19963]),
      RawBox(
        anchor: 560, center: PalmPoint(x: 0.6875, y: 0.4791667), logit: 0.7626442,
        values: [-4.44638, 1.79810, 14.75519, 14.75507, -3.36436, 8.54021, -7.16462, -4.66017, -3.96478, -4.24575]),
    ],
    palms: [
      Palm(
        boxCount: 2,
        blended: PalmBox(
          score: 0.8718845, xMin: 0.6252158, yMin: 0.4509099, width: 0.07683122, height: 0.07682961,
          wrist: PalmPoint(x: 0.6729307, y: 0.5241201), middleKnuckle: PalmPoint(x: 0.6656378, y: 0.4571881)),
        inImage: PalmBox(
          score: 0.8718845, xMin: 0.6669543, yMin: 0.4509099, width: 0.1024417, height: 0.07682961,
          wrist: PalmPoint(x: 0.7305743, y: 0.5241201), middleKnuckle: PalmPoint(x: 0.7208504, y: 0.4571881)),
        palmRegion: ImageRegion(
          centerX: 0.7181752, centerY: 0.4893247, width: 0.1024417, height: 0.07682961, rotation: 0.3560768),
        handRegion: ImageRegion(
          centerX: 0.7360303, centerY: 0.4533195, width: 0.2663483, height: 0.1997612, rotation: 0.3560768))
    ],
    hands: [
      ExampleHand(
        rightProbability: 0.01040372,
        rawLandmarks: [(0, 127.3761, 186.5049, 3.404824e-05), (8, 29.67037, 70.78648, -16.0481)],
        nextRegion: ImageRegion(
          centerX: 0.7325261, centerY: 0.4551844, width: 0.2877637, height: 0.2158228, rotation: -0.04797173),
        cannedScores: [0.83878, 8.7506e-05, 0.15028, 0.00067367, 8.723e-06, 3.8066e-05, 0.01013, 7.7763e-07],
        handedness: "Left", handednessScore: 0.9895962,
        landmarks: [
          NormalizedLandmark(x: 0.7222840, y: 0.5203746, z: 0.0000001),
          NormalizedLandmark(x: 0.6968151, y: 0.5093356, z: -0.0144377),
          NormalizedLandmark(x: 0.6810213, y: 0.4880330, z: -0.0232286),
          NormalizedLandmark(x: 0.6932902, y: 0.4722185, z: -0.0315132),
          NormalizedLandmark(x: 0.7124865, y: 0.4690411, z: -0.0399431),
          NormalizedLandmark(x: 0.6926075, y: 0.4514986, z: -0.0166284),
          NormalizedLandmark(x: 0.6764605, y: 0.4269134, z: -0.0292252),
          NormalizedLandmark(x: 0.6677600, y: 0.4089278, z: -0.0395099),
          NormalizedLandmark(x: 0.6613598, y: 0.3932767, z: -0.0477052),
          NormalizedLandmark(x: 0.7182835, y: 0.4471858, z: -0.0199679),
          NormalizedLandmark(x: 0.7191690, y: 0.4124511, z: -0.0308310),
          NormalizedLandmark(x: 0.7207438, y: 0.3896962, z: -0.0394488),
          NormalizedLandmark(x: 0.7223201, y: 0.3708566, z: -0.0461211),
          NormalizedLandmark(x: 0.7418577, y: 0.4528049, z: -0.0251007),
          NormalizedLandmark(x: 0.7523128, y: 0.4218055, z: -0.0386103),
          NormalizedLandmark(x: 0.7583376, y: 0.4020985, z: -0.0486741),
          NormalizedLandmark(x: 0.7626977, y: 0.3848636, z: -0.0555675),
          NormalizedLandmark(x: 0.7632059, y: 0.4650435, z: -0.0313195),
          NormalizedLandmark(x: 0.7863480, y: 0.4484028, z: -0.0432695),
          NormalizedLandmark(x: 0.8030752, y: 0.4377393, z: -0.0490287),
          NormalizedLandmark(x: 0.8166936, y: 0.4278408, z: -0.0531525),
        ])
    ])
}

extension PipelineExample {
  /// Two hands, one of them pointing right.
  static let twoHands = PipelineExample(
    name: "none/00c84257-800d-4032-9e64-e47eb97005f5.jpg", width: 384, height: 512, letterbox: [192, 256, 512, 512],
    rawBoxes: [
      RawBox(
        anchor: 456, center: PalmPoint(x: 0.5208333, y: 0.3958333), logit: 2.355285,
        values: [1.97731, 1.49470, 13.72540, 13.72545, 8.20574, 1.58696, -4.54632, 3.18046, -3.66538, 0.32537]),
      RawBox(
        anchor: 458, center: PalmPoint(x: 0.5625, y: 0.3958333), logit: 0.5436299,
        values: [-5.24669, 1.22554, 13.56495, 13.56502, 0.72214, 1.42163, -11.48403, 3.45075, -10.53554, 0.37544]),
      RawBox(
        anchor: 504, center: PalmPoint(x: 0.5208333, y: 0.4375), logit: 0.2538235,
        values: [0.76288, -5.69679, 14.21289, 14.21239, 6.60712, -7.13473, -4.74145, -4.09281, -4.40893, -6.81603]),
      RawBox(
        anchor: 884, center: PalmPoint(x: 0.4375, y: 0.7708333), logit: 3.289626,
        values: [-0.29138, 2.24270, 17.04751, 17.04668, -8.93237, -2.11627, 8.00023, -1.50492, 6.21909, 2.10882]),
      RawBox(
        anchor: 932, center: PalmPoint(x: 0.4375, y: 0.8125), logit: 1.181644,
        values: [-0.24802, -5.35005, 17.12597, 17.12523, -8.85235, -8.80277, 8.17172, -9.58809, 6.40988, -5.88311]),
    ],
    palms: [
      Palm(
        boxCount: 2,
        blended: PalmBox(
          score: 0.9640712, xMin: 0.3915974, yMin: 0.7389697, width: 0.08896992, height: 0.08896589,
          wrist: PalmPoint(x: 0.3911617, y: 0.7628384), middleKnuckle: PalmPoint(x: 0.4703308, y: 0.7818353)),
        inImage: PalmBox(
          score: 0.9640712, xMin: 0.3554631, yMin: 0.7389697, width: 0.1186265, height: 0.08896589,
          wrist: PalmPoint(x: 0.3548822, y: 0.7628384), middleKnuckle: PalmPoint(x: 0.4604411, y: 0.7818353)),
        palmRegion: ImageRegion(
          centerX: 0.4147764, centerY: 0.7834526, width: 0.1186265, height: 0.08896589, rotation: 2.27091),
        handRegion: ImageRegion(
          centerX: 0.4601353, centerY: 0.8121132, width: 0.308429, height: 0.2313217, rotation: 2.27091)),
      Palm(
        boxCount: 3,
        blended: PalmBox(
          score: 0.9133533, xMin: 0.4946986, yMin: 0.3683654, width: 0.07191372, height: 0.07191321,
          wrist: PalmPoint(x: 0.5621554, y: 0.4028369), middleKnuckle: PalmPoint(x: 0.502474, y: 0.3988002)),
        inImage: PalmBox(
          score: 0.9133533, xMin: 0.4929314, yMin: 0.3683654, width: 0.09588498, height: 0.07191321,
          wrist: PalmPoint(x: 0.5828738, y: 0.4028369), middleKnuckle: PalmPoint(x: 0.5032987, y: 0.3988002)),
        palmRegion: ImageRegion(
          centerX: 0.5408739, centerY: 0.404322, width: 0.09588498, height: 0.07191321, rotation: -1.038653),
        handRegion: ImageRegion(
          centerX: 0.4995611, centerY: 0.3860783, width: 0.2493009, height: 0.1869757, rotation: -1.038653)),
    ],
    hands: [
      ExampleHand(
        rightProbability: 0.9955361,
        rawLandmarks: [(0, 123.066, 192.0658, -2.239693e-05), (8, 59.4192, 72.1662, 1.862639)],
        nextRegion: ImageRegion(
          centerX: 0.4579344, centerY: 0.7924342, width: 0.3233295, height: 0.2424971, rotation: 1.795379),
        cannedScores: [0.81007, 0.00024109, 0.00019892, 0.011571, 0.012379, 0.16534, 0.00019329, 1.0041e-05],
        handedness: "Right", handednessScore: 0.9955361,
        landmarks: [
          NormalizedLandmark(x: 0.3660071, y: 0.7675798, z: -0.0000001),
          NormalizedLandmark(x: 0.4085470, y: 0.7470849, z: 0.0095658),
          NormalizedLandmark(x: 0.4491053, y: 0.7454785, z: 0.0120395),
          NormalizedLandmark(x: 0.4832500, y: 0.7499483, z: 0.0131022),
          NormalizedLandmark(x: 0.5077063, y: 0.7515441, z: 0.0149730),
          NormalizedLandmark(x: 0.4784060, y: 0.7629064, z: -0.0035523),
          NormalizedLandmark(x: 0.5261147, y: 0.7806527, z: -0.0047787),
          NormalizedLandmark(x: 0.5429578, y: 0.7914982, z: 0.0005777),
          NormalizedLandmark(x: 0.5487284, y: 0.7970906, z: 0.0064117),
          NormalizedLandmark(x: 0.4700206, y: 0.7857345, z: -0.0088605),
          NormalizedLandmark(x: 0.5199989, y: 0.8064441, z: -0.0088465),
          NormalizedLandmark(x: 0.5357420, y: 0.8153966, z: -0.0025021),
          NormalizedLandmark(x: 0.5396215, y: 0.8187522, z: 0.0033297),
          NormalizedLandmark(x: 0.4548021, y: 0.8060545, z: -0.0128373),
          NormalizedLandmark(x: 0.4992307, y: 0.8279307, z: -0.0109665),
          NormalizedLandmark(x: 0.5137680, y: 0.8355276, z: -0.0043915),
          NormalizedLandmark(x: 0.5191067, y: 0.8365014, z: 0.0009454),
          NormalizedLandmark(x: 0.4364625, y: 0.8216749, z: -0.0159689),
          NormalizedLandmark(x: 0.4654737, y: 0.8405489, z: -0.0125106),
          NormalizedLandmark(x: 0.4817734, y: 0.8487396, z: -0.0075429),
          NormalizedLandmark(x: 0.4937504, y: 0.8513080, z: -0.0027509),
        ]),
      ExampleHand(
        rightProbability: 0.01114168,
        rawLandmarks: [(0, 136.1736, 176.5661, -6.143563e-05), (8, 89.98651, 143.0293, -16.91128)],
        nextRegion: ImageRegion(
          centerX: 0.5075566, centerY: 0.4085697, width: 0.3045225, height: 0.2283919, rotation: -1.600985),
        cannedScores: [0.088724, 0.00016961, 0.00028322, 2.4639e-05, 0.91063, 0.00016448, 2.1868e-06, 3.4794e-06],
        handedness: "Left", handednessScore: 0.9888583,
        landmarks: [
          NormalizedLandmark(x: 0.5751340, y: 0.3960354, z: -0.0000002),
          NormalizedLandmark(x: 0.5526431, y: 0.4204516, z: -0.0210230),
          NormalizedLandmark(x: 0.5248074, y: 0.4456130, z: -0.0370136),
          NormalizedLandmark(x: 0.5052413, y: 0.4657461, z: -0.0512050),
          NormalizedLandmark(x: 0.4978815, y: 0.4865714, z: -0.0629176),
          NormalizedLandmark(x: 0.4627548, y: 0.4231314, z: -0.0290073),
          NormalizedLandmark(x: 0.4707746, y: 0.4135174, z: -0.0415767),
          NormalizedLandmark(x: 0.5014668, y: 0.4122281, z: -0.0459062),
          NormalizedLandmark(x: 0.5168891, y: 0.4150539, z: -0.0470535),
          NormalizedLandmark(x: 0.4632064, y: 0.3972811, z: -0.0263397),
          NormalizedLandmark(x: 0.4816420, y: 0.3906086, z: -0.0366949),
          NormalizedLandmark(x: 0.5160914, y: 0.3918104, z: -0.0379123),
          NormalizedLandmark(x: 0.5306817, y: 0.3963348, z: -0.0379857),
          NormalizedLandmark(x: 0.4740430, y: 0.3763525, z: -0.0250177),
          NormalizedLandmark(x: 0.4893240, y: 0.3705070, z: -0.0376000),
          NormalizedLandmark(x: 0.5230494, y: 0.3753439, z: -0.0369123),
          NormalizedLandmark(x: 0.5401083, y: 0.3835868, z: -0.0341084),
          NormalizedLandmark(x: 0.4904858, y: 0.3596125, z: -0.0255007),
          NormalizedLandmark(x: 0.4845292, y: 0.3519672, z: -0.0336705),
          NormalizedLandmark(x: 0.4876975, y: 0.3522970, z: -0.0317369),
          NormalizedLandmark(x: 0.4861961, y: 0.3567543, z: -0.0284683),
        ]),
    ])
}

extension PipelineExample {
  /// A right hand with horns; the letterbox has rounding ties.
  static let rock = PipelineExample(
    name: "rock/10eacf4b-8aaf-46d9-be21-7fb8d8353005.jpg", width: 384, height: 683, letterbox: [192, 341.5, 683, 683],
    rawBoxes: [
      RawBox(
        anchor: 546, center: PalmPoint(x: 0.3958333, y: 0.4791667), logit: 0.9298543,
        values: [-3.06188, 4.05803, 12.72991, 12.72954, -1.19061, 10.19913, -3.72784, -2.46249, -5.13535, -1.18949]),
      RawBox(
        anchor: 592, center: PalmPoint(x: 0.3541667, y: 0.5208333), logit: 0.1088838,
        values: [4.46035, -3.28144, 12.62206, 12.62140, 5.50113, 2.98834, 4.01657, -10.07455, 2.74799, -8.66356]),
      RawBox(
        anchor: 594, center: PalmPoint(x: 0.3958333, y: 0.5208333), logit: 1.060832,
        values: [-3.18944, -3.62966, 12.69422, 12.69409, -1.90819, 2.55540, -3.71002, -10.28276, -5.11474, -9.11634]),
    ],
    palms: [
      Palm(
        boxCount: 3,
        blended: PalmBox(
          score: 0.7428496, xMin: 0.3459359, yMin: 0.4687824, width: 0.0660831, height: 0.06608129,
          wrist: PalmPoint(x: 0.3864273, y: 0.5340714), middleKnuckle: PalmPoint(x: 0.3689657, y: 0.4738406)),
        inImage: PalmBox(
          score: 0.7428496, xMin: 0.2259746, yMin: 0.4687824, width: 0.1175384, height: 0.06608129,
          wrist: PalmPoint(x: 0.2979944, y: 0.5340714), middleKnuckle: PalmPoint(x: 0.2669363, y: 0.4738406)),
        palmRegion: ImageRegion(
          centerX: 0.2847438, centerY: 0.5018231, width: 0.1175384, height: 0.06608129, rotation: 0.1824318),
        handRegion: ImageRegion(
          centerX: 0.2954055, centerY: 0.4693307, width: 0.3055998, height: 0.171816, rotation: 0.1824318))
    ],
    hands: [
      ExampleHand(
        rightProbability: 0.9888914,
        rawLandmarks: [(0, 114.4756, 186.1334, -3.587215e-05), (8, 125.4818, 46.79552, -10.91973)],
        nextRegion: ImageRegion(
          centerX: 0.2825111, centerY: 0.477234, width: 0.285187, height: 0.1603394, rotation: 0.131204),
        cannedScores: [0.91901, 0.001966, 0.00049277, 0.059143, 9.8237e-07, 5.7455e-06, 2.9146e-05, 0.019357],
        handedness: "Right", handednessScore: 0.9888914,
        landmarks: [
          NormalizedLandmark(x: 0.2803782, y: 0.5255946, z: -0.0000001),
          NormalizedLandmark(x: 0.3069944, y: 0.5149228, z: -0.0164093),
          NormalizedLandmark(x: 0.3204646, y: 0.5008660, z: -0.0250982),
          NormalizedLandmark(x: 0.3114113, y: 0.4893327, z: -0.0338841),
          NormalizedLandmark(x: 0.2958373, y: 0.4800071, z: -0.0421680),
          NormalizedLandmark(x: 0.3172525, y: 0.4703636, z: -0.0150277),
          NormalizedLandmark(x: 0.3241468, y: 0.4479772, z: -0.0271423),
          NormalizedLandmark(x: 0.3277724, y: 0.4343697, z: -0.0337676),
          NormalizedLandmark(x: 0.3296321, y: 0.4220226, z: -0.0372441),
          NormalizedLandmark(x: 0.2924435, y: 0.4713410, z: -0.0156158),
          NormalizedLandmark(x: 0.2927813, y: 0.4623078, z: -0.0393636),
          NormalizedLandmark(x: 0.2924412, y: 0.4794400, z: -0.0472447),
          NormalizedLandmark(x: 0.2924086, y: 0.4920657, z: -0.0461080),
          NormalizedLandmark(x: 0.2697257, y: 0.4748056, z: -0.0179046),
          NormalizedLandmark(x: 0.2673401, y: 0.4683224, z: -0.0412889),
          NormalizedLandmark(x: 0.2735280, y: 0.4842449, z: -0.0427771),
          NormalizedLandmark(x: 0.2786663, y: 0.4946342, z: -0.0364649),
          NormalizedLandmark(x: 0.2493840, y: 0.4792742, z: -0.0213535),
          NormalizedLandmark(x: 0.2426623, y: 0.4616768, z: -0.0331958),
          NormalizedLandmark(x: 0.2385498, y: 0.4519168, z: -0.0328542),
          NormalizedLandmark(x: 0.2362380, y: 0.4409080, z: -0.0294981),
        ])
    ])
}

extension PipelineExample {
  /// All examples.
  static let all = [fourFingers, twoHands, rock]
}
