import type { PublicKey } from '@solana/web3.js'
import type { Chain } from '../chain.ts'
import { keyOf } from '../transaction.ts'
import { invalidParams } from './error.ts'

export type Params = readonly unknown[]
/** Returns the result of a call; throws RpcError. */
export type Method = (chain: Chain, params: Params) => unknown

/** A value in the envelope of Solana's RPC, with the newest slot. */
export const withContext = ({ blocks }: Chain, value: unknown) => ({ context: { slot: blocks.head().slot }, value })

/** The options that many calls take as their last parameter; empty where omitted. */
export const optionsOf = (param: unknown): Record<string, unknown> => {
  if (param === undefined || param === null) return {}
  if (typeof param === 'object' && !Array.isArray(param)) return param as Record<string, unknown>
  throw invalidParams('Invalid params: the options must be an object')
}

/** A parameter that is a whole number of at least 0. Throws invalidParams; `name` is for its message. */
export const integerOf = (param: unknown, name: string): number => {
  if (Number.isSafeInteger(param) && Number(param) >= 0) return Number(param)
  throw invalidParams(`Invalid params: ${name} must be a whole number`)
}

/** A parameter that is text. Throws invalidParams. */
export const textOf = (param: unknown, name: string): string => {
  if (typeof param === 'string') return param
  throw invalidParams(`Invalid params: ${name} must be text`)
}

/** A parameter that is a list of at most `max` items. Throws invalidParams. */
export const listOf = (param: unknown, name: string, max: number): unknown[] => {
  if (!Array.isArray(param)) throw invalidParams(`Invalid params: ${name} must be a list`)
  if (param.length > max) throw invalidParams(`Too many inputs provided; max ${max}`)
  return param
}

/** A parameter that is a list of at most `max` addresses in base58. Throws invalidParams. */
export const keysOf = (param: unknown, max: number): PublicKey[] => listOf(param, 'Addresses', max).map(keyOf)

/** The newest slot at a commitment; the default is `finalized`, as at a node. */
export const slotFor = ({ blocks }: Chain, options: unknown): number => {
  const { commitment = 'finalized' } = optionsOf(options)
  return commitment === 'finalized' ? blocks.finalSlot() : blocks.head().slot
}
