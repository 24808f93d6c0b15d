// A worker that encodes frames as JPEG: on the page's own thread, encoding would wait for the page to be drawn.
const canvas = new OffscreenCanvas(1, 1);
// Encoding reads the canvas: in the browser's own memory that takes a quarter less time than on its graphics process.
const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });

/** Takes a bitmap, and gives it back with its JPEG. */
addEventListener("message", async ({ data: picture }) => {
  try {
    const { width, height } = picture;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.drawImage(picture, 0, 0);
    const pixels = await (await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 })).arrayBuffer();
    postMessage({ picture, pixels }, [picture, pixels]);
  } catch (error) {
    postMessage({ fault: error.message });
  }
});
