import type { Dialect, ErrorAnswer } from '../json-rpc/dialect.ts'
import type { EvmChain } from './chains.ts'
import { EthereumError, EvmRpcError } from './errors.ts'
import { readQuantity } from './quantity.ts'

const RATE_LIMIT = /rate.?limit|too many requests|(request|daily|credits?) limit|compute units|capacity/i

/**
 * Endpoints use 429 and -32005 (EIP-1474), but some use -32005 for too many logs, and contracts may report limits too.
 */
const isRateLimit = ({ code, message }: ErrorAnswer): boolean => {
  if (code === 429) return true
  if (code === 3 || /revert/i.test(message)) return false
  return RATE_LIMIT.test(message) || (code === -32005 && !/result|range|logs/i.test(message))
}

const genesisOf = (block: unknown): string | undefined => {
  const hash: unknown = typeof block === 'object' && block !== null && 'hash' in block ? block.hash : undefined
  return typeof hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(hash) ? hash.toLowerCase() : undefined
}

/**
 * Endpoints of an EVM chain. They are verified by the chain id and by the hash of block 0, which refuses a private chain that
 * uses the same id. (A fork that shares its history, such as Ethereum Classic, differs only in its chain id: EIP-155.)
 */
export const evmDialect = ({ name, chainId }: { name: string; chainId: EvmChain['chainId'] }): Dialect => {
  const wrong = (host: string, what: string): EthereumError => {
    const remedy = 'nothing was signed or sent; check the configured address'
    return new EthereumError('wrong_chain', `${host} ${what}, not of ${name} (${chainId}): ${remedy}`)
  }
  return {
    Failure: EvmRpcError,
    kindOf: (error) => (isRateLimit(error) ? 'rate_limited' : 'refused'),
    submits: 'eth_sendRawTransaction',
    redaction: { minLength: 8, mark: '...' },
    maxBytes: 4 * 1024 * 1024,
    trustForMs: 300_000,
    readGenesis: async (ask, host) => {
      // Some endpoints serve only recent blocks. Only their chain id is checked until one serves block 0.
      const askGenesis = ask('eth_getBlockByNumber', ['0x0', false]).then(genesisOf, (error: unknown) => {
        if (error instanceof EvmRpcError && error.kind === 'refused') return undefined
        throw error
      })
      const [answer, seen] = await Promise.all([ask('eth_chainId', []), askGenesis])
      const id = readQuantity(answer, 'eth_chainId')
      if (id !== BigInt(chainId)) throw wrong(host, `serves chain ${id}`)
      return seen
    },
    wrongChain: (host) => wrong(host, 'serves a chain with another genesis block'),
  }
}
