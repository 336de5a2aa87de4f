import * as z from 'zod'
import type { Auth, EndpointsLike } from './endpoints/endpoint.ts'
import * as endpoints from './endpoints/vara.ts'
import type { ErrorCode } from './errors.ts'
import { Id, emptyAsUndefined } from './fields.ts'
import { route } from './route.ts'
import { amount, idempotencyKey, rpcUrl, sendErrors } from './sending.ts'

const message = {
  rpcUrl,
  payload: z.string().max(131_074).describe('0x and hex digits of its bytes; any other text is sent as UTF-8'),
  value: emptyAsUndefined(amount).describe('in planck (12 decimals), decimal digits; default: 0'),
  idempotencyKey,
}

const SendMessage = z.object({
  destination: z.string().max(80).describe('a program, 0x and 64 hex digits'),
  ...message,
})
const SendReply = z.object({ replyToId: z.string().max(80).describe('a message, 0x and 64 hex digits'), ...message })
export type VaraSendMessage = z.output<typeof SendMessage>
export type VaraSendReply = z.output<typeof SendReply>

/** A payload of 131,074 characters, each of up to three bytes. */
const bodyLimit = 524_288

const output = z.object({ signature: z.string().describe('hash of the extrinsic, 0x and 64 hex digits') })

const sends = <A extends Auth, S extends z.ZodRawShape>(
  at: EndpointsLike<typeof endpoints.appVara, A>,
  scope: S,
  more: ErrorCode[],
) => ({
  sendMessage: route(at.sendMessage, {
    summary: "Send a message to a program on Vara from the user's wallet; its gas is calculated",
    description: 'The server calculates the gas, signs and sends, under the rules of the wallet policy.',
    input: z.object({ ...scope, ...SendMessage.shape }),
    bodyLimit,
    output,
    errors: [...sendErrors, 'fee_too_high', 'nonce_taken', ...more],
  }),
  sendReply: route(at.sendReply, {
    summary: "Reply to a message of a program on Vara from the user's wallet; its gas is calculated",
    description: 'The server calculates the gas, signs and sends, under the rules of the wallet policy.',
    input: z.object({ ...scope, ...SendReply.shape }),
    bodyLimit,
    output,
    errors: [...sendErrors, 'fee_too_high', 'nonce_taken', ...more],
  }),
})

/** A logged-in user's Vara wallet. */
export const vara = sends(endpoints.vara, {}, [])

/** The Vara wallets of an app's users, for its partner's server. */
export const appVara = sends(endpoints.appVara, { id: Id }, ['user_not_found', 'user_disabled'])
