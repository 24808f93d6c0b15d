/** Mudra in a page: MediaPipe's names for hand tasks. See the page "In a page" of the documentation. */

/** A point: 0…1 across the picture for `landmarks`, meters for `worldLandmarks`. */
export interface NormalizedLandmark { x: number; y: number; z: number; visibility: number }
export type Landmark = NormalizedLandmark;

export interface Category { score: number; index: number; categoryName: string; displayName: string }

export interface Connection { start: number; end: number }

/** A hand that was found. (Mudra's addition.) */
export interface Hand {
  side: "Left" | "Right";
  sideScore: number;
  presence: number;
  /** null if there is none that the options allow. */
  gesture: { name: string; score: number; classifier: "canned" | "custom" } | null;
  landmarks: NormalizedLandmark[];
  worldLandmarks: Landmark[];
  /** With `outputEmbeddings`. */
  embedding?: Float32Array;
}

/** The hands, and MediaPipe's lists of them: element i of each list but `gestures` belongs to hand i. */
export interface HandLandmarkerResult {
  /** All hands, each with its own gesture. (Mudra's addition.) */
  hands: Hand[];
  landmarks: NormalizedLandmark[][];
  worldLandmarks: Landmark[][];
  handedness: Category[][];
  handednesses: Category[][];
  /** With `outputEmbeddings`, where there are hands. */
  embeddings?: Float32Array[];
}

/** MediaPipe's lists are empty if no hand has a gesture, and `gestures` has those of the hands that have one: see `hands`. */
export interface GestureRecognizerResult extends HandLandmarkerResult { gestures: Category[][] }

export type ImageSource =
  | ImageData | ImageBitmap | VideoFrame | HTMLVideoElement | HTMLImageElement | HTMLCanvasElement | OffscreenCanvas;

export interface BaseOptions {
  modelAssetPath?: string;
  modelAssetBuffer?: Uint8Array | ArrayBuffer;
  /** Kept for ported code: everything runs on the processor. */
  delegate?: "CPU" | "GPU";
  /** The arithmetic of the networks: "fast" takes sums of 16-bit integers where they are faster. (Mudra's addition.) */
  precision?: "exact" | "fast";
}

export interface HandLandmarkerOptions {
  baseOptions?: BaseOptions;
  runningMode?: "IMAGE" | "VIDEO";
  /** Ignored; accepted for ported code. */
  canvas?: HTMLCanvasElement | OffscreenCanvas;
  numHands?: number;
  minHandDetectionConfidence?: number;
  minHandPresenceConfidence?: number;
  minTrackingConfidence?: number;
  /** Adds `embeddings`, by which gestures are taught; a picture that shows no hand is then searched once more with a border around it.
      For a GestureRecognizer. (Mudra's addition.) */
  outputEmbeddings?: boolean;
}

export interface ClassifierOptions {
  scoreThreshold?: number;
  /** Ignored; accepted for ported code. The best gesture is reported, by its English name. */
  maxResults?: number;
  displayNamesLocale?: string;
  categoryAllowlist?: string[];
  categoryDenylist?: string[];
}

export interface GestureRecognizerOptions extends HandLandmarkerOptions {
  cannedGesturesClassifierOptions?: ClassifierOptions;
  customGesturesClassifierOptions?: ClassifierOptions;
}

export interface ImageProcessingOptions { rotationDegrees?: number }

/** Which module is loaded, and from where. */
export interface WasmFileset {
  wasmBinaryPath?: string;
  variant?: "simd128" | "relaxed";
  /** One that is compiled already. */
  module?: WebAssembly.Module;
  /** Where `mudra.js` is as a file of its own, for `createInWorker` in an app that was bundled into one file. */
  workerPath?: string;
}

/** In `folder`, or beside `mudra.js` if there is none or it is MediaPipe's. */
export class FilesetResolver {
  static forVisionTasks(folder?: string | URL, options?: { variant?: "simd128" | "relaxed" }): Promise<WasmFileset>;
  static isSimdSupported(): Promise<boolean>;
}

/** `code` is MediaPipe's number: 3 invalid argument, 5 not found, 8 too little memory, 9 closed, 13 a fault of the module. */
export class MudraError extends Error { readonly code: number }

interface Task {
  /** Options that are given replace those of the task; tracks and times begin again. */
  setOptions(options: GestureRecognizerOptions): Promise<void>;
  /** Bytes of the module's memory. */
  readonly memoryByteCount: number;
  close(): void;
}

/** A task in a worker of its own. */
interface WorkerTask {
  setOptions(options: GestureRecognizerOptions): Promise<void>;
  close(): void;
}

export interface WorkerHandLandmarker extends WorkerTask {
  detect(image: ImageSource, processing?: ImageProcessingOptions): Promise<HandLandmarkerResult>;
  detectForVideo(
    frame: ImageSource, timestamp: number, processing?: ImageProcessingOptions): Promise<HandLandmarkerResult>;
}

export interface WorkerGestureRecognizer extends WorkerTask {
  recognize(image: ImageSource, processing?: ImageProcessingOptions): Promise<GestureRecognizerResult>;
  recognizeForVideo(
    frame: ImageSource, timestamp: number, processing?: ImageProcessingOptions): Promise<GestureRecognizerResult>;
}

export class HandLandmarker implements Task {
  static readonly HAND_CONNECTIONS: Connection[];
  static createFromOptions(files: WasmFileset, options: HandLandmarkerOptions): Promise<HandLandmarker>;
  static createFromModelPath(files: WasmFileset, path: string): Promise<HandLandmarker>;
  static createFromModelBuffer(files: WasmFileset, buffer: Uint8Array): Promise<HandLandmarker>;
  static createInWorker(files: WasmFileset, options: HandLandmarkerOptions): Promise<WorkerHandLandmarker>;
  detect(image: ImageSource, processing?: ImageProcessingOptions): HandLandmarkerResult;
  detectForVideo(frame: ImageSource, timestamp: number, processing?: ImageProcessingOptions): HandLandmarkerResult;
  setOptions(options: HandLandmarkerOptions): Promise<void>;
  readonly memoryByteCount: number;
  close(): void;
}

export class GestureRecognizer implements Task {
  static readonly HAND_CONNECTIONS: Connection[];
  static createFromOptions(files: WasmFileset, options: GestureRecognizerOptions): Promise<GestureRecognizer>;
  static createFromModelPath(files: WasmFileset, path: string): Promise<GestureRecognizer>;
  static createFromModelBuffer(files: WasmFileset, buffer: Uint8Array): Promise<GestureRecognizer>;
  static createInWorker(files: WasmFileset, options: GestureRecognizerOptions): Promise<WorkerGestureRecognizer>;
  recognize(image: ImageSource, processing?: ImageProcessingOptions): GestureRecognizerResult;
  recognizeForVideo(
    frame: ImageSource, timestamp: number, processing?: ImageProcessingOptions): GestureRecognizerResult;
  setOptions(options: GestureRecognizerOptions): Promise<void>;
  readonly memoryByteCount: number;
  close(): void;
}

/** What is drawn: element `index` of its list, at `from` or between `from` and `to`. */
export interface DrawnThing { index: number; from?: NormalizedLandmark; to?: NormalizedLandmark }

type Styled<T> = T | ((thing: DrawnThing) => T);

/** White lines of 4 pixels and discs of 6 unless told otherwise; discs are filled with the color of their line. */
export interface DrawingOptions {
  color?: Styled<string | CanvasGradient | CanvasPattern>;
  fillColor?: Styled<string | CanvasGradient | CanvasPattern>;
  lineWidth?: Styled<number>;
  radius?: Styled<number>;
}

/** Draws results on a canvas. */
export class DrawingUtils {
  constructor(context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D);
  drawLandmarks(landmarks?: NormalizedLandmark[], style?: DrawingOptions): void;
  drawConnectors(landmarks?: NormalizedLandmark[], connections?: Connection[], style?: DrawingOptions): void;
  drawBoundingBox(box: { originX: number; originY: number; width: number; height: number }, style?: DrawingOptions): void;
  static lerp(x: number, x0: number, x1: number, y0: number, y1: number): number;
  static clamp(value: number, least: number, most: number): number;
  close(): void;
}
