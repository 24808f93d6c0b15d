#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

// libpng reports an error by longjmp, which must not cross Swift frames: mudra_png_decode and its three callbacks hold
// every frame between the setjmp and the error. A function with a setjmp is never inlined into its caller. The simplified
// interface (png_image), which returns codes, applies gamma, rounds 16-bit samples and takes wrong checksums of some chunks.

struct mudra_png_input {
  const unsigned char *bytes;
  size_t count;
  char *message;
  size_t message_count;
};

static inline void mudra_png_read(png_structp png, png_bytep into, size_t count) {
  struct mudra_png_input *input = (struct mudra_png_input *)png_get_io_ptr(png);
  if (count > input->count) png_error(png, "the data ends too early");
  memcpy(into, input->bytes, count);
  input->bytes += count;
  input->count -= count;
}

static inline void mudra_png_fail(png_structp png, png_const_charp text) {
  struct mudra_png_input *input = (struct mudra_png_input *)png_get_error_ptr(png);
  snprintf(input->message, input->message_count, "%s", text);
  png_longjmp(png, 1);
}

static inline void mudra_png_ignore(png_structp png, png_const_charp text) {}

/// Decodes a PNG into rows of `width * channels` bytes, RGB (3) or RGBA (4). Returns 1, or 0 with the reason in `message`.
/// `pixels_end` is where the last chunk of pixels ends: much more compressed data than rows are left is not even inflated.
static inline int mudra_png_decode(const void *bytes, size_t count, size_t pixels_end, unsigned width, unsigned height,
                                   unsigned channels, unsigned char *pixels, char *message, size_t message_count) {
  struct mudra_png_input input = {(const unsigned char *)bytes, count, message, message_count};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &input, mudra_png_fail, mudra_png_ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info || setjmp(png_jmpbuf(png))) {
    if (!info) snprintf(message, message_count, "out of memory");
    png_destroy_read_struct(&png, &info, NULL);
    return 0;
  }
  png_set_read_fn(png, &input, mudra_png_read);
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);  // text, profiles and gamma are not even inflated
  png_read_info(png, info);
  png_set_expand(png);
  png_set_strip_16(png);
  png_set_gray_to_rgb(png);
  if (channels == 4) png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER); else png_set_strip_alpha(png);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height
      || png_get_rowbytes(png, info) != (size_t)width * channels) png_error(png, "the header changed while reading");
  for (; passes > 0; passes--)
    for (size_t y = 0; y < height; y++) {
      // A pixel has at most 8 bytes; twice that, and 64 KiB, leave room for a poor compressor. The last row reads all there is.
      size_t most = ((size_t)passes * height - y) * ((size_t)width * 16 + 32) + (1 << 16);
      if (pixels_end > count - input.count + most) png_error(png, "too much image data");
      png_read_row(png, pixels + y * width * channels, NULL);
    }
  png_read_end(png, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  return 1;
}
