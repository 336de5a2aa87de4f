import * as z from 'zod'
import * as endpoints from './endpoints/pictures.ts'
import { MAX_PICTURE_BYTES } from './facts/pictures.ts'
import { route } from './route.ts'

/** In base64 four characters stand for three bytes. */
const MAX_TEXT = Math.ceil(MAX_PICTURE_BYTES / 3) * 4

/** Pictures of dapps and games that the server itself keeps. */
export const pictures = {
  upload: route(endpoints.pictures.upload, {
    summary: 'Store a picture for a dapp or a game; the answer has its address',
    description:
      'Takes a PNG, JPEG or WebP of at most 5 MB and stores it as a WebP of at most 1024 × 1024 pixels, without metadata. ' +
      'The same picture gets the same address. One that no dapp, game or app names is deleted after a day.',
    input: z.object({
      picture: z.base64().min(1).max(MAX_TEXT).describe('the file in base64'),
    }),
    bodyLimit: MAX_TEXT + 1024,
    output: z.object({ url: z.string().describe('where everybody reads it') }),
    status: 201,
    errors: ['picture_refused'],
  }),
}
