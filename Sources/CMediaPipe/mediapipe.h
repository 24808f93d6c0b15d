// MediaPipe's C interface for hands, gestures and images, as libmediapipe.so of Mudra has it.
//
// Names, layouts and numbers are MediaPipe's; structures are those of its releases 1.0.0 to 1.2.2. The library also
// serves programs that were compiled with the structures of 0.10.30, 0.10.35 and 1.2.3, whose base options have another
// size. NULL, freed and foreign handles lead to a status, never to a crash.
#ifndef MUDRA_MEDIAPIPE_H
#define MUDRA_MEDIAPIPE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// 0 means success. The others are those of Abseil: 3 an invalid argument, 5 not found, 8 not enough memory, 13 internal …
typedef int32_t MpStatus;

// Functions with a status have `error_msg` last. It may be NULL; on failure it gets a text for MpErrorFree or free.
typedef struct MpImageInternal *MpImagePtr;
typedef struct MpHandLandmarkerInternal *MpHandLandmarkerPtr;
typedef struct MpGestureRecognizerInternal *MpGestureRecognizerPtr;

typedef struct MpStringList {
  char **strings;
  int num_strings;
} MpStringList;

// MARK: Options

// The model is in memory or in a file; with both, the buffer counts. `delegate` must be 0 or 1. Everything else is
// ignored: in MediaPipe it serves the metrics that Google receives.
typedef struct MpBaseOptions {
  const char *model_asset_buffer;
  uint32_t model_asset_buffer_count;
  const char *model_asset_path;
  int32_t file_descriptor;
  int32_t delegate;
  int32_t host_environment;
  int32_t host_system;
  const char *host_version;
  const char *ca_bundle_path;
  const char *app_id;
  const char *app_version;
} MpBaseOptions;

typedef struct MpClassifierOptions {
  const char *display_names_locale;
  int32_t max_results;
  float score_threshold;
  const char **category_allowlist;
  uint32_t category_allowlist_count;
  const char **category_denylist;
  uint32_t category_denylist_count;
} MpClassifierOptions;

// In fractions of the picture. Tasks for hands take no region.
typedef struct MpRectF {
  float left;
  float top;
  float bottom;
  float right;
} MpRectF;

// Clockwise degrees by which the picture must be turned to be upright: a multiple of 90.
typedef struct MpImageProcessingOptions {
  int has_region_of_interest;
  MpRectF region_of_interest;
  int32_t rotation_degrees;
} MpImageProcessingOptions;

// MARK: Results

typedef struct MpCategory {
  int32_t index;
  float score;
  char *category_name;
  char *display_name;
} MpCategory;

typedef struct MpCategories {
  MpCategory *categories;
  uint32_t categories_count;
} MpCategories;

typedef struct MpLandmark {
  float x;
  float y;
  float z;
  bool has_visibility;
  float visibility;
  bool has_presence;
  float presence;
  char *name;
} MpLandmark;

typedef struct MpLandmarks {
  MpLandmark *landmarks;
  uint32_t landmarks_count;
} MpLandmarks;

typedef MpLandmark MpNormalizedLandmark;
typedef MpLandmarks MpNormalizedLandmarks;

typedef struct MpHandLandmarkerResult {
  MpCategories *handedness;
  uint32_t handedness_count;
  MpNormalizedLandmarks *hand_landmarks;
  uint32_t hand_landmarks_count;
  MpLandmarks *hand_world_landmarks;
  uint32_t hand_world_landmarks_count;
} MpHandLandmarkerResult;

typedef struct MpGestureRecognizerResult {
  MpCategories *gestures;
  uint32_t gestures_count;
  MpCategories *handedness;
  uint32_t handedness_count;
  MpNormalizedLandmarks *hand_landmarks;
  uint32_t hand_landmarks_count;
  MpLandmarks *hand_world_landmarks;
  uint32_t hand_world_landmarks_count;
} MpGestureRecognizerResult;

// Called on a thread of the library, one call at a time. `result` is NULL unless the status is 0. Result and image are
// valid only during the call.
typedef void (*MpHandCallback)(MpStatus status, const MpHandLandmarkerResult *result, MpImagePtr image,
                               int64_t timestamp_ms);
typedef void (*MpGestureCallback)(MpStatus status, const MpGestureRecognizerResult *result, MpImagePtr image,
                                  int64_t timestamp_ms);

// The running mode is 1 for images, 2 for a video, 3 for a live stream.
typedef struct MpHandLandmarkerOptions {
  MpBaseOptions base_options;
  int32_t running_mode;
  int32_t num_hands;
  float min_hand_detection_confidence;
  float min_hand_presence_confidence;
  float min_tracking_confidence;
  MpHandCallback result_callback;
} MpHandLandmarkerOptions;

typedef struct MpGestureRecognizerOptions {
  MpBaseOptions base_options;
  int32_t running_mode;
  int32_t num_hands;
  float min_hand_detection_confidence;
  float min_hand_presence_confidence;
  float min_tracking_confidence;
  MpClassifierOptions canned_gestures_classifier_options;
  MpClassifierOptions custom_gestures_classifier_options;
  MpGestureCallback result_callback;
} MpGestureRecognizerOptions;

// MARK: Memory

void MpErrorFree(char *error_message);
void MpStringListFree(MpStringList *string_list);

// MARK: Images
//
// Formats: 1 SRGB, 2 SRGBA, 3 GRAY8; 4 GRAY16, 7 SRGB48, 8 SRGBA64; 9 VEC32F1, 12 VEC32F2, 13 VEC32F4. Tasks take 1 and 2.
// `pixel_data_size` counts numbers, not bytes.

MpStatus MpImageCreateFromUint8Data(int format, int width, int height, const uint8_t *pixel_data, int pixel_data_size,
                                    MpImagePtr *out, char **error_msg);
MpStatus MpImageCreateFromUint16Data(int format, int width, int height, const uint16_t *pixel_data,
                                     int pixel_data_size, MpImagePtr *out, char **error_msg);
MpStatus MpImageCreateFromFloatData(int format, int width, int height, const float *pixel_data, int pixel_data_size,
                                    MpImagePtr *out, char **error_msg);
// A PNG or JPEG file, upright.
MpStatus MpImageCreateFromFile(const char *file_name, MpImagePtr *out, char **error_msg);
// Another handle of the same pixels.
MpStatus MpImageCreateFromImageFrame(MpImagePtr image, MpImagePtr *out, char **error_msg);
bool MpImageIsContiguous(MpImagePtr image);
bool MpImageUsesGpu(MpImagePtr image);
bool MpImageIsEmpty(MpImagePtr image);
bool MpImageIsAligned(MpImagePtr image, uint32_t alignment_boundary);
int MpImageGetWidth(MpImagePtr image);
int MpImageGetHeight(MpImagePtr image);
int MpImageGetChannels(MpImagePtr image);
int MpImageGetByteDepth(MpImagePtr image);
int MpImageGetWidthStep(MpImagePtr image);
int MpImageGetFormat(MpImagePtr image);
// The pixels without gaps, until the image is freed.
MpStatus MpImageDataUint8(MpImagePtr image, const uint8_t **out, char **error_msg);
MpStatus MpImageDataUint16(MpImagePtr image, const uint16_t **out, char **error_msg);
MpStatus MpImageDataFloat32(MpImagePtr image, const float **out, char **error_msg);
// `pos` is row, column and channel; row and column for images with one channel.
MpStatus MpImageGetValueUint8(MpImagePtr image, int *pos, int pos_size, uint8_t *out, char **error_msg);
MpStatus MpImageGetValueUint16(MpImagePtr image, int *pos, int pos_size, uint16_t *out, char **error_msg);
MpStatus MpImageGetValueFloat32(MpImagePtr image, int *pos, int pos_size, float *out, char **error_msg);
void MpImageFree(MpImagePtr image);

// MARK: Hands

MpStatus MpHandLandmarkerCreate(MpHandLandmarkerOptions *options, MpHandLandmarkerPtr *landmarker, char **error_msg);
MpStatus MpHandLandmarkerDetectImage(MpHandLandmarkerPtr landmarker, MpImagePtr image,
                                     const MpImageProcessingOptions *options, MpHandLandmarkerResult *result,
                                     char **error_msg);
MpStatus MpHandLandmarkerDetectForVideo(MpHandLandmarkerPtr landmarker, MpImagePtr image,
                                        const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                        MpHandLandmarkerResult *result, char **error_msg);
MpStatus MpHandLandmarkerDetectAsync(MpHandLandmarkerPtr landmarker, MpImagePtr image,
                                     const MpImageProcessingOptions *options, int64_t timestamp_ms, char **error_msg);
void MpHandLandmarkerCloseResult(MpHandLandmarkerResult *result);
// Answers the frame of a live stream that waits, and returns after the last call of the callback.
MpStatus MpHandLandmarkerClose(MpHandLandmarkerPtr landmarker, char **error_msg);

// MARK: Gestures

MpStatus MpGestureRecognizerCreate(MpGestureRecognizerOptions *options, MpGestureRecognizerPtr *recognizer,
                                   char **error_msg);
MpStatus MpGestureRecognizerRecognizeImage(MpGestureRecognizerPtr recognizer, MpImagePtr image,
                                           const MpImageProcessingOptions *options, MpGestureRecognizerResult *result,
                                           char **error_msg);
MpStatus MpGestureRecognizerRecognizeForVideo(MpGestureRecognizerPtr recognizer, MpImagePtr image,
                                              const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                              MpGestureRecognizerResult *result, char **error_msg);
MpStatus MpGestureRecognizerRecognizeAsync(MpGestureRecognizerPtr recognizer, MpImagePtr image,
                                           const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                           char **error_msg);
void MpGestureRecognizerCloseResult(MpGestureRecognizerResult *result);
MpStatus MpGestureRecognizerClose(MpGestureRecognizerPtr recognizer, char **error_msg);

#ifdef __cplusplus
}
#endif

#endif
