/** Mudra in a page: MediaPipe's names for hand tasks. See the page "In a page" of the documentation. */

/** A point: 0…1 across the picture for `landmarks`, meters for `worldLandmarks`. */
export interface NormalizedLandmark { x: number; y: number; z: number; visibility: number }
export type Landmark = NormalizedLandmark;

export interface Category { score: number; index: number; categoryName: string; displayName: string }

export interface Connection { start: number; end: number }

/** MediaPipe's lists: element i of each belongs to hand i. */
export interface HandLandmarkerResult {
  landmarks: NormalizedLandmark[][];
  worldLandmarks: Landmark[][];
  handedness: Category[][];
  handednesses: Category[][];
  /** With `outputEmbeddings`, where there are hands. */
  embeddings?: Float32Array[];
}

/** Empty lists if no hand has a gesture. */
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
  categoryAllowlist?: string[];
  categoryDenylist?: string[];
}

export interface GestureRecognizerOptions extends HandLandmarkerOptions {
  cannedGesturesClassifierOptions?: ClassifierOptions;
  customGesturesClassifierOptions?: ClassifierOptions;
}

export interface ImageProcessingOptions { rotationDegrees?: number }

/** Which module is loaded, and from where. `module` is for one that is compiled already. */
export interface WasmFileset { wasmBinaryPath?: string; variant?: "simd128" | "relaxed"; module?: WebAssembly.Module }

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
