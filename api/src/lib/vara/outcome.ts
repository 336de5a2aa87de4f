import type { Vec } from '@polkadot/types'
import type { DispatchError, EventRecord } from '@polkadot/types/interfaces'
import type { FoundExtrinsic } from './blocks.ts'
import { printable } from '../json-rpc/errors.ts'
import { malformed, VaraRpcError } from './errors.ts'
import { readHex } from './hex.ts'
import type { VaraRpc } from './rpc.ts'
import { runtimeOf, type VaraRuntime } from './runtime.ts'

/** The outcome of an extrinsic in a block. */
export type Outcome = { succeeded: true; messageId: string | undefined } | { succeeded: false; reason: string }

/** XXH64 of "System" and "Events", the same on all Substrate chains. */
const EVENTS = '0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7'

const typeOfEvents = ({ registry }: VaraRuntime) => {
  const system = registry.metadata.pallets.find(({ name }) => name.toString() === 'System')
  const events = system?.storage.unwrapOrDefault().items.find(({ name }) => name.toString() === 'Events')
  if (!events) throw malformed('state_getMetadata')
  return registry.createLookupType(events.type.asPlain)
}

const decode = (runtime: VaraRuntime, bytes: Uint8Array): EventRecord[] => {
  const type = typeOfEvents(runtime)
  try {
    const records = runtime.registry.createType(type, new Uint8Array(bytes)) as unknown as Vec<EventRecord>
    // The library fills missing bytes with zeros.
    if (records.encodedLength === bytes.length) return [...records]
  } catch {
    // The library's words quote what it read.
  }
  throw malformed('state_getStorage')
}

/** `pallet.Name` if a pallet defines the error, otherwise the runtime's name. */
const reasonOf = ({ registry }: VaraRuntime, error: DispatchError): string => {
  if (!error.isModule) return error.isToken ? `token.${error.asToken.type}` : error.type
  try {
    const { section, name } = registry.findMetaError(error.asModule)
    return printable(`${section}.${name}`)
  } catch {
    return `error ${error.asModule.error.toHex()} of pallet ${error.asModule.index.toString()}`
  }
}

const eventsAt = async (rpc: VaraRpc, hash: string): Promise<Uint8Array> => {
  const answer = await rpc.call('state_getStorage', [EVENTS, hash])
  if (answer !== null) return readHex(answer, 'state_getStorage')
  throw new VaraRpcError(
    'unavailable',
    `${rpc.host} no longer has the events of block ${hash}; configure an archive node`,
  )
}

/**
 * Reads the outcome of an extrinsic from its block's events, decoded by the runtime that made the block: an upgrade
 * takes effect in the next block. Throws VaraError wrong_chain, and VaraRpcError.
 */
export const outcomeOf = async (rpc: VaraRpc, { block, index }: FoundExtrinsic): Promise<Outcome> => {
  const [bytes, runtime] = await Promise.all([eventsAt(rpc, block.hash), runtimeOf(rpc, block.parentHash)])
  const events = decode(runtime, bytes)
    .filter(({ phase }) => phase.isApplyExtrinsic && phase.asApplyExtrinsic.toNumber() === index)
    .map(({ event }) => event)
  const find = (name: string) => events.find(({ section, method }) => `${section}.${method}` === name)
  const failed = find('system.ExtrinsicFailed')
  if (failed) return { succeeded: false, reason: reasonOf(runtime, failed.data[0] as unknown as DispatchError) }
  if (!find('system.ExtrinsicSuccess')) throw malformed('state_getStorage')
  return { succeeded: true, messageId: find('gear.MessageQueued')?.data[0]?.toHex() }
}
