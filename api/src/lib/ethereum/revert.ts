import { Interface } from 'ethers/abi'
import { printable } from '../json-rpc/errors.ts'
import { EvmRpcError } from './errors.ts'

/** Solidity's own two errors, those of ERC-6093 for transfers, and common ones of OpenZeppelin's tokens. */
const known = new Interface([
  'error Error(string reason)',
  'error Panic(uint256 code)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InvalidSender(address sender)',
  'error ERC20InvalidReceiver(address receiver)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error EnforcedPause()',
  'error AccessControlUnauthorizedAccount(address account, bytes32 role)',
  'error OwnableUnauthorizedAccount(address account)',
])

/** https://docs.soliditylang.org/en/latest/control-structures.html#panic-via-assert-and-error-via-require */
const panics: Record<string, string> = {
  '1': 'an assertion failed',
  '17': 'a sum was too large or below zero',
  '18': 'a division by zero',
  '50': 'an index out of bounds',
}

/** Nodes put it at error.data or error.data.data; older ones put it after the word "Reverted". */
const dataOf = (data: unknown): string | undefined => {
  if (typeof data === 'string') return /0x[0-9a-fA-F]{8,}/.exec(data)?.[0]
  if (typeof data !== 'object' || data === null) return undefined
  return Object.values(data)
    .map(dataOf)
    .find((found) => found !== undefined)
}

/** geth, Erigon and anvil give a contract's revert the code 3, Nethermind and OpenEthereum -32015. */
const REVERT_CODES: unknown[] = [3, -32_015]
/** Messages of nodes for failed execution. */
const EXECUTION =
  /revert|out ?of ?gas|gas required exceeds|evm error|vm (exception|execution)|opcode|instruction|jump|stack/i

/** Whether the contract or its execution failed, and not the endpoint. */
export const isExecutionError = (error: unknown): error is EvmRpcError =>
  error instanceof EvmRpcError &&
  error.kind === 'refused' &&
  (REVERT_CODES.includes(error.rpcCode) || EXECUTION.test(error.message))

/** The contract's revert reason as text, cleaned and truncated because it is untrusted. */
export const revertReason = (error: EvmRpcError): string => {
  const data = dataOf(error.data)
  if (data === undefined) return 'without a reason'
  try {
    const parsed = known.parseError(data)
    if (!parsed) return `with its own error ${data.slice(0, 10)}`
    const { name, args } = parsed
    if (name === 'Error') return `saying: ${printable(String(args[0]))}`
    if (name === 'Panic') return `in a panic: ${panics[String(args[0])] ?? `code ${String(args[0])}`}`
    const values = parsed.fragment.inputs.map((input, index) => `${input.name} ${String(args[index])}`)
    return `with ${name}${values.length > 0 ? ` (${values.join(', ')})` : ''}`
  } catch {
    return 'with a reason that cannot be decoded'
  }
}
