import { createHash } from 'node:crypto'
import { Metadata, TypeRegistry } from '@polkadot/types'
import type { SiLookupTypeId } from '@polkadot/types/interfaces'
import * as z from 'zod'
import { malformed, VaraError } from './errors.ts'
import { readHex } from './hex.ts'
import type { VaraRpc } from './rpc.ts'

/** Encodes and decodes for one version of the chain's runtime. */
export interface VaraRuntime {
  specVersion: number
  transactionVersion: number
  registry: TypeRegistry
  /** The signed extensions with content or signed content, in order. */
  extensions: readonly string[]
}

type Parsed = Pick<VaraRuntime, 'registry' | 'extensions'>

const Version = z.object({ specVersion: z.int().min(0), transactionVersion: z.int().min(0) })
type Version = z.output<typeof Version>

/** Two versions cover an upgrade. Each takes about 30 MB with metadata of Polkadot's size. */
const KEPT = 2

export const unsupported = (what: string): VaraError =>
  new VaraError(
    'unsupported_runtime',
    `${what}. Nothing was signed; update this server to a release that supports this runtime`,
  )

/** Keeps the most recent entries. */
const keep = <V>(map: Map<string, V>, key: string, value: V): V => {
  map.delete(key)
  map.set(key, value)
  for (const oldest of [...map.keys()].slice(0, -KEPT)) map.delete(oldest)
  return value
}

/** Read from version 14, because the library drops the additional signed data when it converts to a later version. */
const extensionsOf = (registry: TypeRegistry, metadata: Metadata): string[] => {
  const isEmpty = (id: SiLookupTypeId) => registry.createType(registry.createLookupType(id)).encodedLength === 0
  return metadata.asV14.extrinsic.signedExtensions
    .filter(({ type, additionalSigned }) => !isEmpty(type) || !isEmpty(additionalSigned))
    .map(({ identifier }) => identifier.toString())
}

/** `meta`, then the version. https://docs.rs/frame-metadata/latest/frame_metadata/constant.META_RESERVED.html */
const MAGIC = Buffer.from('meta')
const METADATA_VERSION = 14

const parse = (bytes: Buffer): Parsed => {
  if (!bytes.subarray(0, 4).equals(MAGIC)) throw malformed('state_getMetadata')
  if (bytes[4] !== METADATA_VERSION) throw unsupported(`The endpoint's metadata has the version ${bytes[4]}`)
  const registry = new TypeRegistry()
  try {
    const metadata = new Metadata(registry, new Uint8Array(bytes))
    // Suppresses the warning about extensions that the library does not know, such as Vara's StakingBlackList: see
    // extrinsic.ts.
    registry.setMetadata(metadata, undefined, undefined, true)
    return { registry, extensions: extensionsOf(registry, metadata) }
  } catch {
    // The library's messages quote its input.
    throw malformed('state_getMetadata')
  }
}

const parsed = new Map<string, Parsed>()

/** Endpoints of one chain return the same metadata, which is parsed once. */
const parsedOnce = (bytes: Buffer): Parsed => {
  const digest = createHash('sha256').update(bytes).digest('hex')
  return keep(parsed, digest, parsed.get(digest) ?? parse(bytes))
}

const load = async (rpc: VaraRpc, version: Version, at: readonly string[]): Promise<VaraRuntime> => {
  const bytes = readHex(await rpc.call('state_getMetadata', at), 'state_getMetadata')
  return { ...version, ...parsedOnce(bytes) }
}

const runtimes = new WeakMap<VaraRpc, Map<string, Promise<VaraRuntime>>>()

/**
 * The runtime that makes the next block or, with a block's hash, the next one after it. The metadata is read again if
 * the version has changed, once per VaraRpc. Throws VaraError wrong_chain, and VaraRpcError.
 */
export const runtimeOf = async (rpc: VaraRpc, after?: string): Promise<VaraRuntime> => {
  const at = after === undefined ? [] : [after]
  const { data: version } = Version.safeParse(await rpc.call('state_getRuntimeVersion', at))
  if (!version) throw malformed('state_getRuntimeVersion')
  const known = runtimes.get(rpc) ?? new Map<string, Promise<VaraRuntime>>()
  runtimes.set(rpc, known)
  const key = `${version.specVersion}/${version.transactionVersion}`
  const loaded = known.get(key)
  if (loaded) return keep(known, key, loaded)
  const loading = load(rpc, version, at)
  loading.catch(() => {
    if (known.get(key) === loading) known.delete(key)
  })
  return keep(known, key, loading)
}

/** The bytes of a constant in the metadata. Throws VaraError unsupported_runtime. */
export const constantOf = ({ registry }: VaraRuntime, pallet: string, name: string): Uint8Array => {
  const { constants } = registry.metadata.pallets.find((one) => one.name.toString() === pallet) ?? {}
  const constant = constants?.find((one) => one.name.toString() === name)
  if (constant) return constant.value.toU8a(true)
  throw unsupported(`The chain's runtime has no constant ${pallet}.${name}`)
}
