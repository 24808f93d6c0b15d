// Mudra's own interface for C: hands and gestures of pictures and videos, with all that MediaPipe's interface has no place
// for: identities, events, smoothing, prediction, reliability, regions to search in, motions, fast precision …
//
//   mudra_session *session;
//   mudra_session_options options = {sizeof options, MUDRA_INTERFACE, 1, "{\"numHands\":2,\"assignsIdentities\":true}",
//                                    "gesture_recognizer.task", NULL, 0};
//   if (mudra_session_create(&options, &session, &error) != MUDRA_OK) { puts(error); mudra_free(error); }
//   mudra_image image = {sizeof image, MUDRA_INTERFACE, MUDRA_RGB, width, height, {pixels}, {0}};
//   mudra_session_process(session, &image, milliseconds, &lines, &error);   // {"schema":"mudra.result/1",…}
//   mudra_free(lines);
//   mudra_session_close(session);
//
// Options are JSON, and so are results: what `mudra video --json` prints, Tools/Schemas describes them. Sessions may be
// used by several threads; calls of one session follow each other. NULL, freed and foreign handles lead to a status.
#ifndef MUDRA_H
#define MUDRA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this interface, for the field `interface` of each structure. Later versions only add members at the end.
#define MUDRA_INTERFACE 1

// Statuses, with the numbers of MediaPipe's interface.
typedef enum mudra_status {
  MUDRA_OK = 0,
  MUDRA_UNKNOWN = 2,             // such as a bundle that is no archive
  MUDRA_INVALID_ARGUMENT = 3,    // options, handles, sizes, times
  MUDRA_NOT_FOUND = 5,           // no such file, a bundle without a network, or lines without a hand
  MUDRA_OUT_OF_MEMORY = 8,
  MUDRA_CLOSED = 9,
  MUDRA_UNIMPLEMENTED = 12,
  MUDRA_INTERNAL = 13
} mudra_status;

typedef struct mudra_session mudra_session;

typedef struct mudra_session_options {
  uint32_t size;             // sizeof(mudra_session_options)
  uint32_t interface;        // MUDRA_INTERFACE
  int32_t is_video;          // whether the pictures are the frames of a video
  const char *json;          // such as {"task":"landmarks","numHands":2}; NULL for the defaults
  const char *model_path;    // the bundle of a gesture recognizer, or of a hand landmarker for the task landmarks …
  const void *model_data;    // … or its bytes, which are needed only during the call
  size_t model_data_size;
} mudra_session_options;

typedef enum mudra_format {
  MUDRA_RGB = 1,
  MUDRA_RGBA = 2,
  MUDRA_GRAY = 3,
  MUDRA_BGR = 4,
  MUDRA_BGRA = 5,
  MUDRA_NV12 = 6,    // two planes: luma, and pairs of chroma; as of a camera, BT.601
  MUDRA_I420 = 7     // three planes
} mudra_format;

typedef struct mudra_image {
  uint32_t size;                   // sizeof(mudra_image)
  uint32_t interface;              // MUDRA_INTERFACE
  int32_t format;                  // a mudra_format
  int32_t width;
  int32_t height;
  const void *planes[3];           // the top rows; pixels are read only during the call
  size_t row_byte_strides[3];      // bytes from one row to the next; 0 for rows without gaps
} mudra_image;

// The library's version, such as "1.2.3": a text that is not freed.
const char *mudra_version(void);
// The newest interface that the library has.
uint32_t mudra_interface(void);

// Where `error` is not NULL, it gets a text on failure, for mudra_free. So do `lines` on success.
mudra_status mudra_session_create(const mudra_session_options *options, mudra_session **session, char **error);

// The hands of a picture, or of the next frame of a video: a line of JSON, `mudra.result/1`, and in a video a line for each
// event that the options request, `mudra.event/1`. The time is in milliseconds, after that of the frame before; a picture
// by itself has none.
mudra_status mudra_session_process(mudra_session *session, const mudra_image *image, int64_t milliseconds, char **lines,
                                   char **error);
// The end of a video: the events that come with it, a line for each.
mudra_status mudra_session_finish(mudra_session *session, char **lines, char **error);
// Ends a session; waits for its calls on other threads.
mudra_status mudra_session_close(mudra_session *session);

// Learns gestures or motions of one's own from what sessions found.
typedef struct mudra_trainer mudra_trainer;

// With `is_video`, motions are learned, and the options need no model. Otherwise gestures are, which are added to those of
// the model, the bundle of a gesture recognizer; keys of `json` are then "method" ("distance" or "softmax"), "keptShare"
// and "regularization".
mudra_status mudra_trainer_create(const mudra_session_options *options, mudra_trainer **trainer, char **error);
// Adds all of these lines of mudra_session_process, or none. The first hand of each is an example of a gesture; for a motion
// they are a clip that shows it once. `name` is NULL for other poses, or for a minute or more of other movements. `group` is
// the person or the session, or NULL. MUDRA_NOT_FOUND if no line has a hand.
mudra_status mudra_trainer_add(mudra_trainer *trainer, const char *name, const char *group, const char *lines,
                               char **error);
// What has been learned, `size` bytes for mudra_free: a bundle for `model_data`, or a file whose base64 is the option
// "motions" of a session. `card`, unless it is NULL, gets what is known of it, a page of Markdown.
mudra_status mudra_trainer_train(mudra_trainer *trainer, void **data, size_t *size, char **card, char **error);
mudra_status mudra_trainer_close(mudra_trainer *trainer);

void mudra_free(void *text);

#ifdef __cplusplus
}
#endif

#endif
