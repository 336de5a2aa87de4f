/** The largest file that may be uploaded. Bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024

/** The address or path of an uploaded picture, on any server. The group is the picture's id. */
export const uploadedPictureUrl = /\/pictures\/([0-9a-f]{64})\.webp$/
