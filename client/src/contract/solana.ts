import { z } from 'zod'
import { fresh, freshRefusals } from './fresh-proof.ts'
import { route } from './route.ts'

/** A logged-in user's Solana wallet. */
export const solana = {
  privateKey: route({
    method: 'POST',
    path: '/user/solana/private-key',
    auth: 'user',
    summary: "Show the private key of the user's Solana wallet, to a login that is fresh; audited, and off by default",
    input: z.object(fresh),
    output: z.string().describe('base58 of the 64 bytes that wallets import: seed, then public key'),
    errors: ['export_disabled', ...freshRefusals],
  }),
}
