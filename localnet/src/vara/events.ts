import { stringPascalCase, u8aConcat } from '@polkadot/util'
import { pallets } from './metadata/pallets.ts'
import { encode } from './runtime.ts'

/** An event of a pallet as the runtime encodes it; fields are named in camel case. */
export const event = (pallet: string, name: string, fields: Record<string, unknown>): Uint8Array => {
  const { index, crate } = pallets[pallet]!
  return u8aConcat([index], encode(`${stringPascalCase(crate)}Event`, { [name]: fields }))
}

/** Where in a block something happened: within an extrinsic, or before all of them. */
export type Phase = { ApplyExtrinsic: number } | 'Initialization'

export interface EventRecord {
  phase: Phase
  event: Uint8Array
}

/** https://paritytech.github.io/polkadot-sdk/master/frame_system/struct.EventRecord.html */
export const encodeEvents = (records: EventRecord[]): Uint8Array =>
  u8aConcat(
    encode('Compact<u32>', records.length),
    ...records.flatMap(({ phase, event }) => [encode('FrameSystemPhase', phase), event, encode('Vec<H256>', [])]),
  )
