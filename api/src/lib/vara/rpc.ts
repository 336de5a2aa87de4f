import { createJsonRpc, type JsonRpc, type JsonRpcOptions } from '../json-rpc/client.ts'
import { varaDialect } from './dialect.ts'
import { isHash } from './hex.ts'

/**
 * One endpoint of one chain. Calls throw VaraRpcError, and VaraError wrong_chain for another chain. The genesis hash is 0x and
 * 64 lower-case hex digits.
 */
export interface VaraRpc extends JsonRpc {
  genesisHash: () => Promise<string>
}

const parseGenesis = (text: string | undefined): string | undefined => {
  const hash = text?.toLowerCase()
  if (hash === undefined || isHash(hash)) return hash
  throw new TypeError('A genesis hash is 0x and 64 hex digits')
}

/**
 * A client of one endpoint. It verifies the chain again every five minutes. `genesisHash` is such as VARA_GENESIS_HASH. Throws
 * TypeError for a genesis hash that is none.
 */
export const createVaraRpc = ({ genesisHash, ...options }: JsonRpcOptions): VaraRpc =>
  // Its endpoints all serve the genesis hash, or the dialect throws.
  createJsonRpc({ ...options, genesisHash: parseGenesis(genesisHash) }, varaDialect) as VaraRpc
