import type { AccountInfo } from '@polkadot/types/interfaces'
import { event } from './events.ts'
import { EXISTENTIAL_DEPOSIT } from './parameters.ts'
import { registry } from './runtime.ts'
import { put, storageKey, type Layer, type View } from './storage.ts'

export interface Account {
  nonce: number
  /** In planck. */
  free: bigint
}

/** https://paritytech.github.io/polkadot-sdk/master/sp_runtime/enum.TokenError.html, or a pallet's own error. */
export type Failure = { token: string } | { pallet: string; error: string } | { other: 'CannotLookup' | 'BadOrigin' }

export type Emit = (event: Uint8Array) => void

/** Balances follow the rules of locks since 2023. */
const NEW_LOGIC = 1n << 127n

/** An account that is not there has nothing and no nonce. Accounts are named by their ids in hex. */
export const accountIn = (view: View, id: string): Account => {
  const value = view.read(storageKey('System', 'Account', id))
  if (value === undefined) return { nonce: 0, free: 0n }
  const { nonce, data } = registry.createType('FrameSystemAccountInfo', value) as unknown as AccountInfo
  return { nonce: nonce.toNumber(), free: data.free.toBigInt() }
}

const exists = (view: View, id: string): boolean => view.read(storageKey('System', 'Account', id)) !== undefined

/** Writes an account. `free` is in planck; nothing is reserved or frozen. */
export const saveAccount = (layer: Layer, id: string, { nonce, free }: Account): void =>
  put(layer, ['System', 'Account', id], {
    nonce,
    consumers: 0,
    providers: 1,
    sufficients: 0,
    data: { free, reserved: 0, frozen: 0, flags: NEW_LOGIC },
  })

/** Adds to a balance; the first that an account gets makes it one. */
export const credit = (layer: Layer, id: string, amount: bigint, emit: Emit): void => {
  const account = accountIn(layer, id)
  const isNew = !exists(layer, id)
  const free = account.free + amount
  saveAccount(layer, id, { ...account, free })
  if (!isNew) return
  emit(event('System', 'NewAccount', { account: id }))
  emit(event('Balances', 'Endowed', { account: id, freeBalance: free }))
}

/** Takes from a balance that has it. With less than the existential deposit left the account ends, nonce and all. */
export const debit = (layer: Layer, id: string, amount: bigint, emit: Emit): void => {
  const account = accountIn(layer, id)
  const free = account.free - amount
  if (free < 0n) throw new Error(`${id} does not have ${amount}`)
  if (free >= EXISTENTIAL_DEPOSIT) return saveAccount(layer, id, { ...account, free })
  put(layer, ['System', 'Account', id], undefined)
  emit(event('System', 'KilledAccount', { account: id }))
  if (free > 0n) emit(event('Balances', 'DustLost', { account: id, amount: free }))
}

export interface Transfer {
  from: string
  to: string
  amount: bigint
  /** Whether the sender must keep the existential deposit. */
  keepAlive: boolean
}

/** https://paritytech.github.io/polkadot-sdk/master/pallet_balances/index.html#dispatchable-functions */
export const transfer = (layer: Layer, { from, to, amount, keepAlive }: Transfer, emit: Emit): Failure | undefined => {
  const left = accountIn(layer, from).free - amount
  if (left < 0n) return { token: 'FundsUnavailable' }
  if (keepAlive && left < EXISTENTIAL_DEPOSIT) return { token: 'NotExpendable' }
  if (accountIn(layer, to).free + amount < EXISTENTIAL_DEPOSIT) return { token: 'BelowMinimum' }
  if (from === to) return undefined
  debit(layer, from, amount, emit)
  credit(layer, to, amount, emit)
  emit(event('Balances', 'Transfer', { from, to, amount }))
  return undefined
}
