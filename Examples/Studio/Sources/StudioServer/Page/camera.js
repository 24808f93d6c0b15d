// The camera: at most one frame is being answered, the newest one waits, and those in between are counted.
import { Flag, Format } from "./frames.js";

/** The worker that encodes. A page of another origin has to load it itself: browsers start none from elsewhere. */
async function encoder() {
  const address = new URL("encoder.js", import.meta.url);
  if (address.origin === location.origin) return new Worker(address);
  return new Worker(URL.createObjectURL(await (await fetch(address)).blob()));
}

export class Camera {
  #stream = null;
  #isBusy = false;
  #isWaiting = false;
  #lastTime = 0;
  #encoder = null;
  dropped = 0;
  seen = 0;
  isExact = false;
  /** Is given the answer, and the picture, of a frame that the camera was stopped after. */
  late = null;
  /** Is called when the camera itself ends, such as when it is unplugged. */
  lost = null;

  /** @param answered is given each frame's picture, which it closes, its answer, message and times. */
  constructor(video, connection, answered, failed) {
    Object.assign(this, { video, connection, answered, failed });
  }

  get isRunning() { return this.#stream !== null; }

  async start({ deviceId, width, height }) {
    this.stop();
    this.#encoder ??= await encoder();
    if (!navigator.mediaDevices) throw new Error("This browser gives no camera to this address: use http://localhost");
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { width: { ideal: width }, height: { ideal: height }, ...(deviceId && { deviceId: { exact: deviceId } }) },
    });
    this.#stream = stream;
    this.video.srcObject = stream;
    await this.video.play();
    Object.assign(this, { dropped: 0, seen: 0 });
    stream.getVideoTracks()[0].addEventListener("ended", () => {
      if (this.#stream !== stream) return;
      this.stop();
      this.lost?.();
    });
    const next = () => {
      if (this.#stream !== stream) return;
      this.#frameArrived();
      this.video.requestVideoFrameCallback(next);
    };
    this.video.requestVideoFrameCallback(next);
  }

  stop() {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
    this.video.srcObject = null;
    this.#isWaiting = false;
  }

  async devices() {
    const all = await navigator.mediaDevices?.enumerateDevices() ?? [];
    return all.filter(device => device.kind === "videoinput");
  }

  #frameArrived() {
    this.seen += 1;
    if (!this.#isBusy) return this.#send();
    if (this.#isWaiting) this.dropped += 1;
    this.#isWaiting = true;
  }

  async #send() {
    this.#isBusy = true;
    this.#isWaiting = false;
    const start = performance.now();
    // Times must increase, however fast the camera is.
    const milliseconds = Math.max(Math.round(start), this.#lastTime + 1);
    this.#lastTime = milliseconds;
    let picture = null;
    try {
      let header, pixels;
      ({ picture, header, pixels } = await (this.isExact && "VideoFrame" in window ? this.#planes() : this.#jpeg()));
      const captured = performance.now();
      const { answer, message } = await this.connection.frame({ ...header, milliseconds }, pixels);
      const received = performance.now();
      if (this.#stream) this.answered({ picture, answer, message, start, captured, received });
      else {
        // The camera was stopped meanwhile: what the server has learned from the frame is still to be known.
        this.late?.(answer, picture);
        picture.close();
      }
    } catch (error) {
      picture?.close();
      if (this.isRunning) this.failed(error);
      await new Promise(resolve => setTimeout(resolve, 200));
    }
    this.#isBusy = false;
    if (this.#isWaiting && this.isRunning) this.#send();
  }

  /** A frame as JPEG. A bitmap goes to the encoder: it takes twice as long to draw a VideoFrame. */
  async #jpeg() {
    const frame = await createImageBitmap(this.video);
    const { picture, pixels } = await new Promise((resolve, reject) => {
      this.#encoder.onmessage = ({ data }) => data.fault ? reject(new Error(data.fault)) : resolve(data);
      this.#encoder.onerror = () => reject(new Error("frames cannot be encoded"));
      this.#encoder.postMessage(frame, [frame]);
    });
    return { picture, header: { format: Format.picture, width: picture.width, height: picture.height }, pixels };
  }

  /** A frame as the camera's own luma and chroma, without a conversion; as JPEG where the browser does not have them. */
  async #planes() {
    const frame = new VideoFrame(this.video, { timestamp: 0 });
    try {
      const format = { I420: Format.i420, NV12: Format.nv12 }[frame.format];
      if (!format) return await this.#jpeg();
      const pixels = new Uint8Array(frame.allocationSize());
      const [picture] = await Promise.all([createImageBitmap(frame), frame.copyTo(pixels)]);
      const flags = (frame.colorSpace.matrix === "bt709" ? Flag.bt709 : 0) | (frame.colorSpace.fullRange ? Flag.fullRange : 0);
      const { width, height } = frame.visibleRect;
      return { picture, header: { format, flags, width, height }, pixels };
    } finally {
      frame.close();
    }
  }
}
