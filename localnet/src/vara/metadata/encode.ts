import { TypeRegistry } from '@polkadot/types'
import { u8aConcat, u8aToHex } from '@polkadot/util'
import { extensions, extensionTypes, uncheckedExtrinsic } from './extensions.ts'
import { pallets, type Constant, type Pallet, type StorageItem } from './pallets.ts'
import { portableTypes, type Shape, type Variant } from './portable-types.ts'
import { sharedTypes } from './types.ts'

type Part = 'Call' | 'Event' | 'Error'

const variantsOf = (pallet: Pallet, part: Part): Variant[] | undefined =>
  ({ Call: pallet.calls, Event: pallet.events, Error: pallet.errors })[part]

/** `BalancesCall` and the like, one for each pallet that has the part. */
const palletTypes = (part: Part): Record<string, Shape> =>
  Object.fromEntries(
    Object.entries(pallets)
      .filter(([, pallet]) => variantsOf(pallet, part))
      .map(([name, pallet]) => [
        name + part,
        { path: `${pallet.crate}::pallet::${part}`, variants: variantsOf(pallet, part) },
      ]),
  )

/** The enum of all pallets' calls, or events, whose variants have the pallets' numbers. */
const outerType = (part: Part): Shape => ({
  path: `vara_runtime::Runtime${part}`,
  variants: Object.entries(pallets)
    .filter(([, pallet]) => variantsOf(pallet, part))
    .map(([name, { index }]) => ({ name, index, fields: [name + part] })),
})

const types = portableTypes({
  ...sharedTypes,
  ...extensionTypes,
  ...palletTypes('Call'),
  ...palletTypes('Event'),
  ...palletTypes('Error'),
  RuntimeCall: outerType('Call'),
  RuntimeEvent: outerType('Event'),
  Runtime: { path: 'vara_runtime::Runtime', fields: [] },
  UncheckedExtrinsic: uncheckedExtrinsic,
})

const registry = new TypeRegistry()

const storageItem = ([name, { key, value, fallback }]: [string, StorageItem]) => ({
  name,
  modifier: fallback ? 'Default' : 'Optional',
  type: key
    ? { Map: { hashers: [key.hasher], key: types.idOf(key.type), value: types.idOf(value) } }
    : { Plain: types.idOf(value) },
  fallback: fallback ?? '0x00',
  docs: [],
})

const constant = ([name, { type, encodedAs, value }]: [string, Constant]) => ({
  name,
  type: types.idOf(type),
  value: u8aToHex(registry.createType(encodedAs ?? type, value).toU8a()),
  docs: [],
})

const palletMetadata = ([name, pallet]: [string, Pallet]) => {
  const part = (which: Part) => (variantsOf(pallet, which) ? { type: types.idOf(name + which) } : null)
  return {
    name,
    storage: pallet.storage ? { prefix: name, items: Object.entries(pallet.storage).map(storageItem) } : null,
    calls: part('Call'),
    events: part('Event'),
    constants: Object.entries(pallet.constants ?? {}).map(constant),
    errors: part('Error'),
    index: pallet.index,
  }
}

const signedExtension = ([identifier, { additional }]: [string, { additional?: string }]) => ({
  identifier,
  type: types.idOf(identifier),
  additionalSigned: types.idOf(additional ?? '()'),
})

/** `meta`, then the version: https://docs.rs/frame-metadata/latest/frame_metadata/constant.META_RESERVED.html */
const PREFIX = new Uint8Array([0x6d, 0x65, 0x74, 0x61, 14])

const encodeMetadata = (): Uint8Array => {
  const content = {
    pallets: Object.entries(pallets).map(palletMetadata),
    extrinsic: {
      type: types.idOf('UncheckedExtrinsic'),
      version: 4,
      signedExtensions: Object.entries(extensions).map(signedExtension),
    },
    type: types.idOf('Runtime'),
  }
  // Last: all that was named above has its number now. The records of events are named by the storage.
  const table = registry.createType('Vec<PortableTypeV14>', types.types)
  const rest = registry.createType('(Vec<PalletMetadataV14>, ExtrinsicMetadataV14, SiLookupTypeId)', [
    content.pallets,
    content.extrinsic,
    content.type,
  ])
  return u8aConcat(PREFIX, table.toU8a(), rest.toU8a())
}

/** The runtime's metadata, version 14: https://docs.rs/frame-metadata/latest/frame_metadata/v14/index.html */
export const metadata = encodeMetadata()

/** What the library calls the type that the metadata has under this notation. */
export const lookupName = (type: string): `Lookup${number}` => `Lookup${types.idOf(type)}`
