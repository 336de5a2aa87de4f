import * as z from 'zod'
import { type Dialect, type ErrorAnswer, malformedAnswer } from '../json-rpc/dialect.ts'
import type { RpcErrorKind } from '../json-rpc/errors.ts'
import { SolanaRpcError } from './errors.ts'

/** https://github.com/anza-xyz/agave/blob/master/rpc-client-types/src/custom_error.rs; several providers use -32429. */
const kindOf = ({ code, status }: ErrorAnswer): RpcErrorKind => {
  // Some providers send an error of the method with status 400. Other statuses are the provider's own answer.
  if (status !== 200 && status !== 400) return status >= 500 ? 'unavailable' : 'refused'
  if (code === 429 || code === -32429) return 'rate_limited'
  // Node unhealthy, block status not yet available, minimum context slot not reached, internal error.
  return [-32005, -32014, -32016, -32603].includes(code) ? 'unavailable' : 'refused'
}

const GenesisHash = z.string().min(32).max(44)

/** Endpoints of Solana. */
export const solanaDialect: Dialect = {
  Failure: SolanaRpcError,
  kindOf,
  quotesCode: true,
  submits: 'sendTransaction',
  basicAuth: true,
  redaction: { minLength: 6, mark: '…' },
  maxBytes: 5 * 1024 * 1024,
  trustForMs: 600_000,
  readGenesis: async (ask, host) => {
    const hash = GenesisHash.safeParse(await ask('getGenesisHash', []))
    if (hash.success) return hash.data
    throw malformedAnswer(solanaDialect, host, 'getGenesisHash')
  },
  wrongChain: (host) => {
    const message = `${host} serves another chain than the one configured for it. Check the server's RPC settings.`
    return new SolanaRpcError('wrong_chain', message)
  },
}
