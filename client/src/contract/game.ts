import { z } from 'zod'
import { Empty } from './fields.ts'
import { route } from './route.ts'

/** The tap game, under the paths that clients in the field call. */
export const game = {
  bindOdyssey: route({
    method: 'POST',
    path: '/api/bind-odyssey',
    auth: 'user',
    reader: 'Players',
    summary: "Bind the user's Odyssey code; a second call changes nothing",
    description: 'A code belongs to one user of the app.',
    input: z.object({
      odsCode: z
        .string()
        .trim()
        .regex(/^[\w.~-]{1,128}$/, 'must be 1 to 128 letters, digits or any of _ . ~ -'),
    }),
    output: Empty,
    errors: ['odyssey_code_taken'],
  }),
}
