import * as z from 'zod'
import type { Auth, EndpointsLike } from './endpoints/endpoint.ts'
import * as endpoints from './endpoints/ethereum.ts'
import type { ErrorCode } from './errors.ts'
import { Id, emptyAsUndefined } from './fields.ts'
import { evmNetworks } from './networks.ts'
import { route } from './route.ts'
import { amount, idempotencyKey, rpcUrl, sendErrors } from './sending.ts'

const SendToken = z.object({
  chainName: z.enum(evmNetworks),
  rpcUrl,
  toAddress: z.string().max(64).describe("the recipient's address"),
  amount: amount.describe("in smallest units (wei, or the token's), decimal digits"),
  tokenAddress: emptyAsUndefined(z.string().max(64)).describe("an ERC-20 contract; default: the chain's own token"),
  idempotencyKey,
})
export type EthereumSendToken = z.output<typeof SendToken>

const sends = <A extends Auth, S extends z.ZodRawShape>(
  at: EndpointsLike<typeof endpoints.appEthereum, A>,
  scope: S,
  more: ErrorCode[],
) => ({
  sendToken: route(at.sendToken, {
    summary: "Send a chain's own token or an ERC-20 token from the user's Ethereum wallet",
    description:
      "The server builds, simulates, signs and sends the transaction, under the rules of the app's wallet policy. It answers once the chain has accepted the transaction; `transactions.list` has the final status.",
    input: z.object({ ...scope, ...SendToken.shape }),
    output: z.object({ signature: z.string().describe('hash of the transaction, 0x and 64 hex digits') }),
    errors: [...sendErrors, 'token_not_supported', 'fee_too_high', 'nonce_taken', ...more],
  }),
})

/** A logged-in user's Ethereum wallet, on seven chains. */
export const ethereum = sends(endpoints.ethereum, {}, [])

/** The Ethereum wallets of an app's users, for its partner's server. */
export const appEthereum = sends(endpoints.appEthereum, { id: Id }, ['user_not_found', 'user_disabled'])
