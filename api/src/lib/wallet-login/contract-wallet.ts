import { AbiCoder } from 'ethers/abi'
import { evmDialect } from '../ethereum/dialect.ts'
import { EthereumError, EvmRpcError } from '../ethereum/errors.ts'
import { isExecutionError } from '../ethereum/revert.ts'
import { createJsonRpc } from '../json-rpc/client.ts'

/** `isValidSignature(bytes32,bytes)` and its result for a valid signature. https://eips.ethereum.org/EIPS/eip-1271 */
const MAGIC = '0x1626ba7e'

/** Gas limit of the check: enough for any signature scheme, and milliseconds of a node's time. */
const GAS = '0x4c4b40'

/** How long a login waits for the node. Milliseconds. */
const TIMEOUT_MS = 5000

/** A chain of that id may begin anew, as those of developers do. */
const acceptChain = (): Promise<void> => Promise.resolve()

/** The chain did not answer, or not as specified, or the endpoint serves another chain. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError'
}

/**
 * Whether a contract wallet says that a signature is its own (ERC-1271). An address without code returns `0x` and a contract
 * that refuses reverts; both mean invalid. Throws ChainUnavailableError if the endpoint gives no usable response.
 */
export type IsContractSignature = (call: { address: string; hash: string; signature: string }) => Promise<boolean>

/**
 * Asks an endpoint of the chain on which contract wallets are verified; without one, no contract wallet can log in. It must be
 * the chain that the signed text names (EIP-4361, chain-id), so that no contract of another chain decides.
 */
export const createContractWallets = ({
  rpcUrl,
  chainId,
}: {
  rpcUrl: string | undefined
  chainId: number
}): IsContractSignature => {
  if (rpcUrl === undefined) return () => Promise.resolve(false)
  const rpc = createJsonRpc(
    { url: rpcUrl, timeoutMs: TIMEOUT_MS, acceptChain },
    evmDialect({ name: 'the chain of logins', chainId }),
  )
  return async ({ address, hash, signature }) => {
    if (!/^0x([0-9a-fA-F]{2}){1,8192}$/.test(signature)) return false
    const data = MAGIC + AbiCoder.defaultAbiCoder().encode(['bytes32', 'bytes'], [hash, signature]).slice(2)
    try {
      const answer = await rpc.call('eth_call', [{ to: address, data, gas: GAS }, 'latest'])
      return typeof answer === 'string' && answer.toLowerCase() === MAGIC.padEnd(66, '0')
    } catch (error) {
      if (isExecutionError(error)) return false
      if (!(error instanceof EvmRpcError) && !(error instanceof EthereumError)) throw error
      throw new ChainUnavailableError(error.message, { cause: error })
    }
  }
}
