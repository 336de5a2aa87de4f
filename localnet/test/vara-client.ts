import '@polkadot/api/augment'
import { ApiPromise, HttpProvider, Keyring, WsProvider } from '@polkadot/api'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import type { KeyringPair } from '@polkadot/keyring/types'
import type { ISubmittableResult } from '@polkadot/types/types'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { VARA } from '../src/vara/parameters.ts'
import { startVara, type VaraNode } from '../src/vara/index.ts'

export type Tx = SubmittableExtrinsic<'promise'>

const gasParams = (target: string) => [
  { name: 'source', type: 'H256' },
  { name: target, type: 'H256' },
  { name: 'payload', type: 'Bytes' },
  { name: 'value', type: 'u128' },
  { name: 'allowOtherPanics', type: 'bool' },
]
const gas = (target: string) => ({ description: 'Gas of a message', params: gasParams(target), type: 'GasInfo' })

/** The settings with which plain polkadot.js reads Vara; the rest is in the metadata. */
const options = {
  noInitWarn: true,
  throwOnConnect: true,
  signedExtensions: { StakingBlackList: { extrinsic: {}, payload: {} } },
  types: { GasInfo: { min_limit: 'u64', reserved: 'u64', burned: 'u64', may_be_returned: 'u64', waited: 'bool' } },
  rpc: { gear: { calculateHandleGas: gas('destination'), calculateReplyGas: gas('messageId') } },
}

export const overWebSocket = (node: VaraNode): Promise<ApiPromise> =>
  ApiPromise.create({ ...options, provider: new WsProvider(node.wsUrl) })

export const overHttp = (node: VaraNode): Promise<ApiPromise> =>
  ApiPromise.create({ ...options, provider: new HttpProvider(node.url) })

/** A node and a client of it; both end together. */
export const startWorld = async () => {
  await cryptoWaitReady()
  const node = await startVara()
  const api = await overWebSocket(node)
  let accounts = 0
  const stop = async () => {
    await api.disconnect()
    await node.stop()
  }
  /** A new account with an amount in VARA. */
  const account = async (vara = 0n, type: 'sr25519' | 'ed25519' | 'ecdsa' = 'sr25519'): Promise<KeyringPair> => {
    const pair = new Keyring({ type, ss58Format: 137 }).addFromUri(`//account-${(accounts += 1)}`)
    if (vara > 0n) await node.fund(pair.address, vara * VARA)
    return pair
  }
  return { node, api, account, stop }
}

export type World = Awaited<ReturnType<typeof startWorld>>

/**
 * Signs, submits and resolves once it is final, with the statuses on the way. `InBlock` may be missing: the library reads the
 * block of each status, and drops a status while another one follows (`switchMap` in its createClass).
 */
export const send = (tx: Tx, pair: KeyringPair, options: { nonce?: number; tip?: bigint } = {}) =>
  new Promise<{ result: ISubmittableResult; statuses: string[] }>((resolve, reject) => {
    const statuses: string[] = []
    tx.signAndSend(pair, options, (result) => {
      statuses.push(result.status.type)
      if (result.isError) reject(new Error(result.status.type))
      if (result.isFinalized) resolve({ result, statuses })
    }).catch(reject)
  })

/** The events of an extrinsic as `pallet.Event`, in order. */
export const eventsOf = ({ events }: ISubmittableResult): string[] =>
  events.map(({ event }) => `${event.section}.${event.method}`)

export const post = async (node: VaraNode, method: string, ...params: unknown[]) => {
  const response = await fetch(node.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

/** The refusal of a raw extrinsic: `code: message: data`. */
export const refusal = async (node: VaraNode, hex: string): Promise<string> => {
  const { text } = await post(node, 'author_submitExtrinsic', hex)
  const { error } = JSON.parse(text) as { error?: { code: number; message: string; data?: string } }
  return error ? [error.code, error.message, error.data].join(': ') : 'accepted'
}
