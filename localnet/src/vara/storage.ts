import { stringToU8a, u8aConcat, u8aToHex } from '@polkadot/util'
import { blake2AsU8a, xxhashAsU8a } from '@polkadot/util-crypto'
import { lookupName } from './metadata/encode.ts'
import { pallets } from './metadata/pallets.ts'
import { encode } from './runtime.ts'

/** A value in hex; undefined where there is none. */
export type Value = string | undefined
export type Changes = Map<string, Value>

export interface View {
  read: (key: string) => Value
}
export interface Layer extends View {
  write: (key: string, value: Value) => void
  changes: Changes
}

/** A layer of uncommitted changes over a view. */
export const layerOver = (under: View): Layer => {
  const changes: Changes = new Map()
  return {
    read: (key) => (changes.has(key) ? changes.get(key) : under.read(key)),
    write: (key, value) => void changes.set(key, value),
    changes,
  }
}

/** Writes all changes into a layer. */
export const applyLayer = (layer: Layer, changes: Changes): void => {
  for (const [key, value] of changes) layer.write(key, value)
}

const hashers = {
  Blake2_128Concat: (key: Uint8Array) => u8aConcat(blake2AsU8a(key, 128), key),
  Twox64Concat: (key: Uint8Array) => u8aConcat(xxhashAsU8a(key, 64), key),
}

/**
 * Where a value lies: the hashes of the pallet's and the item's names, then the hashed key of a map.
 * https://paritytech.github.io/polkadot-sdk/master/frame_support/storage/types/struct.StorageMap.html
 */
export const storageKey = (pallet: string, item: string, key?: unknown): string => {
  const prefix = [xxhashAsU8a(stringToU8a(pallet), 128), xxhashAsU8a(stringToU8a(item), 128)]
  const map = pallets[pallet]?.storage?.[item]?.key
  return u8aToHex(u8aConcat(...prefix, ...(map ? [hashers[map.hasher](encode(lookupName(map.type), key))] : [])))
}

/** Writes a storage item; undefined deletes it. Throws if the metadata has no such item. */
export const put = (layer: Layer, [pallet, item, key]: [string, string, unknown?], value: unknown): void => {
  const type = pallets[pallet]?.storage?.[item]?.value
  if (!type) throw new Error(`${pallet} stores no ${item}`)
  layer.write(
    storageKey(pallet, item, key),
    value === undefined ? undefined : u8aToHex(encode(lookupName(type), value)),
  )
}

interface Version {
  number: number
  value: Value
}

/** The last version that is not newer than the block. */
const versionAt = (versions: Version[], number: number): Value => {
  let [low, high] = [0, versions.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (versions[middle]!.number <= number) low = middle + 1
    else high = middle
  }
  return versions[low - 1]?.value
}

/** Every value as it was in every block: the chain has no forks, so a block is known by its number. */
export const createHistory = () => {
  const history = new Map<string, Version[]>()
  const at = (number: number): View => ({ read: (key) => versionAt(history.get(key) ?? [], number) })
  return {
    at,
    keysAt: (number: number): string[] =>
      [...history.keys()].filter((key) => key.startsWith('0x') && at(number).read(key) !== undefined).sort(),
    /** Keeps a block's changes; blocks come in order. */
    commit: (number: number, changes: Changes): void => {
      for (const [key, value] of changes) {
        const versions = history.get(key) ?? []
        if (versions.length === 0) history.set(key, versions)
        versions.push({ number, value })
      }
    },
  }
}

/** A digest of what a block changed, on that of its parent. Clients cannot check it, so it is no Merkle root. */
export const stateRootOf = (parent: string, changes: Changes): string => {
  const entries = [...changes].sort(([one], [other]) => (one < other ? -1 : 1))
  return u8aToHex(
    blake2AsU8a(stringToU8a(JSON.stringify([parent, ...entries.map(([key, value]) => [key, value ?? null])]))),
  )
}
