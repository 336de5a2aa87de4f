import { isHex } from '@polkadot/util'
import type { Block, Chain } from '../chain.ts'
import type { Pool } from '../pool.ts'
import { invalidParams, RpcError } from '../rpc-error.ts'

export interface Core {
  chain: Chain
  pool: Pool
}

export type Params = readonly unknown[]
export type Method = (core: Core, params: Params) => unknown
export type Notify = (result: unknown) => void

export interface Subscription {
  /** What its messages are called. */
  notification: string
  unsubscribe: string
  /** Throws where it refuses. What it returns is called once the client knows the subscription's id; that ends it. */
  start: (core: Core, params: Params) => (notify: Notify) => () => void
}

/** Where a parameter may be left out it is null or missing. */
export const isAbsent = (param: unknown): param is null | undefined => param === undefined || param === null

/**
 * A parameter that is hex with 0x, of `bits` bits unless that is -1. Throws invalidParams; `name` is for its message.
 */
export const hexParam = (param: unknown, name: string, bits = -1): string => {
  if (typeof param !== 'string' || !isHex(param, bits)) throw invalidParams(`${name} must be hex`)
  return param
}

/** The block of a hash, the newest without one. A state call at an unknown block is refused as a Substrate node does. */
export const blockParam = (chain: Chain, param: unknown): Block => {
  if (isAbsent(param)) return chain.head()
  const hash = hexParam(param, 'The block hash', 256)
  const block = chain.blockOf(hash)
  if (!block) throw new RpcError(4003, `Client error: UnknownBlock: Header was not found in the database: ${hash}`)
  return block
}
