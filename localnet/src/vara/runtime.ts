import { Metadata, TypeRegistry } from '@polkadot/types'
import type { ChainProperties } from '@polkadot/types/interfaces'
import type { Codec } from '@polkadot/types/types'
import { metadata } from './metadata/encode.ts'
import { SS58_FORMAT } from './parameters.ts'

const nothing = { extrinsic: {}, payload: {} }

const buildRegistry = (): TypeRegistry => {
  const registry = new TypeRegistry()
  const properties: Codec = registry.createType('ChainProperties', { ss58Format: SS58_FORMAT })
  registry.setChainProperties(properties as ChainProperties)
  registry.setMetadata(new Metadata(registry, metadata), undefined, { StakingBlackList: nothing })
  return registry
}

/** Encodes and decodes by the metadata that clients are given. */
export const registry = buildRegistry()

/** The SCALE encoding of a value of a type in the metadata. */
export const encode = (type: string, value: unknown): Uint8Array => registry.createType(type, value).toU8a()
