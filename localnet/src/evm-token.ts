import { setTimeout as sleep } from 'node:timers/promises'
import { assemble, creationCode } from './evm-assembler.ts'
import { callRpc } from './json-rpc.ts'

/**
 * The behaviour of a transfer: as ERC-20 requires; move and return nothing, as USDT on Ethereum; return false, or
 * true, and move nothing; revert with a text, with an error of the token's own, or in a panic.
 */
const behaviours = ['standard', 'no_return', 'returns_false', 'returns_true', 'reverts', 'own_error', 'panics'] as const
export type TokenBehaviour = (typeof behaviours)[number]

interface TokenOptions {
  decimals?: number
  /** At most 31 bytes each. A token without them has no such functions. */
  name?: string
  symbol?: string
  behaviour?: TokenBehaviour
  /** The account of anvil that sends `mint` and `behave`; the default is the first one, which deploys. */
  minter?: string
}

export interface EvmToken {
  address: string
  decimals: number
  /** Adds smallest units to a balance. */
  mint: (to: string, amount: bigint) => Promise<void>
  balanceOf: (owner: string) => Promise<bigint>
  /** Applies from the next block on. */
  behave: (behaviour: TokenBehaviour) => Promise<void>
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** The slot of the behaviour. Balances are stored in the slots of their owners' addresses, which are smaller. */
const BEHAVIOUR_SLOT = 1n << 200n
const selectors = {
  balanceOf: '0x70a08231',
  decimals: '0x313ce567',
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  transfer: '0xa9059cbb',
  mint: '0x40c10f19',
  behave: '0x00000001',
} as const

const route = Object.entries(selectors).map(([name, selector]) => `DUP1 ${selector} EQ @${name} JUMPI`)
const choose = behaviours.map((name, index) => `${BEHAVIOUR_SLOT} SLOAD ${index} EQ @${name} JUMPI`)
const [to, amount] = ['4 CALLDATALOAD', '36 CALLDATALOAD']
const returnWord = '0 MSTORE 32 0 RETURN'
const credit = `${amount} ${to} SLOAD ADD ${to} SSTORE`
const logTransfer = (from: string) => `${amount} 0 MSTORE ${to} ${from} ${TRANSFER} 32 0 LOG3`
const move = `${amount} CALLER SLOAD LT @poor JUMPI
  ${amount} CALLER SLOAD SUB CALLER SSTORE ${credit} ${logTransfer('CALLER')}`
const selectorInMemory = (selector: string) => `${selector} 0xe0 SHL 0 MSTORE`
const pausedText = `0x${Buffer.from('transfers are paused').toString('hex').padEnd(64, '0')}`

/** An ABI string of one word, or no such function. */
const returnText = (text: string | undefined): string => {
  if (text === undefined) return '0 0 REVERT'
  const bytes = Buffer.from(text)
  return `32 0 MSTORE ${bytes.length} 32 MSTORE 0x${bytes.toString('hex').padEnd(64, '0')} 64 MSTORE 96 0 RETURN`
}

/** Errors are Solidity's Error(string) and Panic(uint256), and ERC-6093's ERC20InsufficientBalance. */
const program = (decimals: number, name?: string, symbol?: string): string => `
  0 CALLDATALOAD 0xe0 SHR ${route.join(' ')} 0 0 REVERT
  balanceOf:     ${to} SLOAD ${returnWord}
  decimals:      ${decimals} ${returnWord}
  name:          ${returnText(name)}
  symbol:        ${returnText(symbol)}
  mint:          ${credit} ${logTransfer('0')} STOP
  behave:        ${to} ${BEHAVIOUR_SLOT} SSTORE STOP
  transfer:      ${choose.join(' ')}
  standard:      ${move} 1 ${returnWord}
  no_return:     ${move} STOP
  returns_false: 0 ${returnWord}
  returns_true:  1 ${returnWord}
  reverts:       ${selectorInMemory('0x08c379a0')} 32 4 MSTORE 20 36 MSTORE ${pausedText} 68 MSTORE 100 0 REVERT
  own_error:     ${selectorInMemory('0xdeadbeef')} 4 0 REVERT
  panics:        ${selectorInMemory('0x4e487b71')} 0x11 4 MSTORE 36 0 REVERT
  poor:          ${selectorInMemory('0xe450d38c')} CALLER 4 MSTORE CALLER SLOAD 36 MSTORE ${amount} 68 MSTORE 100 0 REVERT`

const word = (value: bigint | string): string => BigInt(value).toString(16).padStart(64, '0')

type Receipt = { status: string; contractAddress: string | null } | null

/** Sent by anvil's first account by default. Anvil signs for all of its own accounts. */
const send = async (
  url: string,
  { from, ...transaction }: { from?: string | undefined; to?: string; data: string },
): Promise<NonNullable<Receipt>> => {
  const sender = from ?? ((await callRpc(url, 'eth_accounts', [])) as string[])[0]
  const hash = await callRpc(url, 'eth_sendTransaction', [{ from: sender, ...transaction }])
  for (let tries = 0; tries < 500; tries++) {
    const receipt = (await callRpc(url, 'eth_getTransactionReceipt', [hash])) as Receipt
    if (receipt?.status === '0x1') return receipt
    if (receipt) throw new Error(`The transaction ${String(hash)} failed`)
    await sleep(10)
  }
  throw new Error(`No block took the transaction ${String(hash)}`)
}

/** Deploys an ERC-20 token for tests (without allowances) to a chain of `startEvm`. Anyone may mint. */
export const deployToken = async (
  url: string,
  { decimals = 18, behaviour = 'standard', minter, name, symbol }: TokenOptions = {},
): Promise<EvmToken> => {
  const { contractAddress } = await send(url, { data: creationCode(assemble(program(decimals, name, symbol))) })
  const address = contractAddress!
  const call = async (selector: string, ...values: (bigint | string)[]) =>
    void (await send(url, { from: minter, to: address, data: selector + values.map(word).join('') }))
  const behave = (next: TokenBehaviour) => call(selectors.behave, BigInt(behaviours.indexOf(next)))
  if (behaviour !== 'standard') await behave(behaviour)
  return {
    address,
    decimals,
    mint: (to, amount) => call(selectors.mint, to, amount),
    balanceOf: async (owner) =>
      BigInt(
        (await callRpc(url, 'eth_call', [
          { to: address, data: selectors.balanceOf + word(owner) },
          'latest',
        ])) as string,
      ),
    behave,
  }
}
