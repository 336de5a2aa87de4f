import type { AwsKmsSettings } from './aws-kms.ts'
import { createUnwrapCache, type UnwrapCache } from './cached-unwrap.ts'
import { encodeAad, newDataKey } from '../envelope.ts'
import { backendRefused, CustodyError } from '../errors.ts'
import { type KeyEncryptionKey, type KeyService, keyServiceOf } from '../key-service.ts'
import { openKeyring } from './keyring.ts'
import type { VaultTransitSettings } from './vault-transit.ts'

export type KekBackend = 'local' | 'aws-kms' | 'vault-transit'

/** Every configured backend unwraps; `kek` names the one that wraps new data keys. */
export interface KekSettings {
  kek: KekBackend
  /** Required for `local`; the other backends also unwrap with it if it exists. */
  keyringFile: string
  awsKms?: AwsKmsSettings | undefined
  vaultTransit?: VaultTransitSettings | undefined
  /** Seconds for which data keys of remote backends are cached, at most 60; 0 disables the cache. */
  cacheSeconds: number
  /** Maximum number of cached data keys. */
  cacheEntries?: number | undefined
}

export interface OpenedKek {
  /** For signing and sealing. `current` and the ids change with `reload`. */
  keys: KeyService
  /** The same KEKs without the cache, for rotation and verification. */
  direct: KeyService
  /**
   * Opens all backends again, to find keys added to the keyring and new versions in Vault. A failure changes nothing.
   */
  reload: () => Promise<void>
  /** Zeroes the cache and closes connections. */
  close: () => void
}

interface Backend {
  keks: KeyEncryptionKey[]
  currentId?: string
  find?: (id: string) => KeyEncryptionKey | undefined
  close?: () => void
}

/** Longer than any call to a backend may take. */
const GRACE_MS = 60_000

interface Opened {
  service: KeyService
  close: () => void
}

/**
 * Opens the key-encryption keys of the settings. A remote KEK that wraps is tested first: what it wraps must open, and
 * must not open for another context, since the context alone ties a data key to its owner (Vault before 1.9 silently
 * ignores associated data). The AWS SDK is loaded only if it is used.
 *
 * Throws CustodyError: what openKeyring, openAwsKms and openVaultTransit throw; backend_refused when the backend that
 * wraps is not configured or does not enforce its context.
 */
export async function openKek(settings: KekSettings): Promise<OpenedKek> {
  const { cacheSeconds: seconds, cacheEntries } = settings
  const cache = createUnwrapCache({ seconds, ...(cacheEntries === undefined ? {} : { entries: cacheEntries }) })
  let opened = await openAll(settings)
  return {
    keys: following(() => opened.service, cache),
    direct: following(() => opened.service),
    reload: async () => {
      const next = await openAll(settings)
      const before = opened
      opened = next
      // Earlier calls finish on their connections.
      setTimeout(before.close, GRACE_MS).unref()
    },
    close: () => {
      cache.clear()
      opened.close()
    },
  }
}

async function openAll(settings: KekSettings): Promise<Opened> {
  const backends: Partial<Record<KekBackend, Backend>> = {}
  const close = () => Object.values(backends).forEach((backend) => backend.close?.())
  try {
    const keyring = await keyringOf(settings)
    if (keyring) backends.local = { keks: keyring.ids().map(keyring.get), currentId: keyring.current.id }
    if (settings.awsKms) backends['aws-kms'] = await (await import('./aws-kms.ts')).openAwsKms(settings.awsKms)
    if (settings.vaultTransit)
      backends['vault-transit'] = await (await import('./vault-transit.ts')).openVaultTransit(settings.vaultTransit)
    const service = serviceOf(backends, settings.kek)
    if (settings.kek !== 'local') await holdsToContext(service.current)
    return { service, close }
  } catch (error) {
    close()
    throw error
  }
}

async function keyringOf({ kek, keyringFile }: KekSettings): Promise<KeyService | undefined> {
  return openKeyring(keyringFile).catch((error: unknown) => {
    if (kek !== 'local' && error instanceof CustodyError && error.code === 'keyring_missing') return undefined
    throw error
  })
}

function serviceOf(backends: Partial<Record<KekBackend, Backend>>, kek: KekBackend): KeyService {
  const writer = backends[kek]
  const currentId = writer?.currentId ?? writer?.keks[0]?.id
  if (currentId === undefined)
    throw backendRefused(`The key backend ${kek}`, 'has no key', 'Set its key, or choose another backend.')
  const all = Object.values(backends)
  const known = keyServiceOf(
    all.flatMap(({ keks }) => keks),
    currentId,
  )
  const found = (id: string) => all.map(({ find }) => find?.(id)).find((one) => one !== undefined)
  return { ...known, get: (id) => found(id) ?? known.get(id) }
}

/** A service that delegates to the current one after each reload. The KEKs it returned before stay as they were. */
function following(service: () => KeyService, cache?: UnwrapCache): KeyService {
  const seen = (one: KeyEncryptionKey) => (cache && !one.id.startsWith('local:') ? cache.over(one) : one)
  return {
    get current() {
      return seen(service().current)
    },
    get: (id) => seen(service().get(id)),
    ids: () => service().ids(),
  }
}

/** Throws backend_refused, and what the KEK throws. */
async function holdsToContext(kek: KeyEncryptionKey): Promise<void> {
  const dek = newDataKey()
  try {
    const wrapped = await kek.wrap(dek, encodeAad('probe', kek.id))
    const opened = await kek.unwrap(wrapped, encodeAad('probe', kek.id))
    const same = opened.equals(dek)
    opened.fill(0)
    if (same && !(await opensElsewhere(kek, wrapped))) return
    const remedy = 'Use a key and a version of the backend that authenticate associated data.'
    throw backendRefused(`The key ${kek.id}`, 'does not enforce the context it receives', remedy)
  } finally {
    dek.fill(0)
  }
}

async function opensElsewhere(kek: KeyEncryptionKey, wrapped: Uint8Array): Promise<boolean> {
  try {
    const opened = await kek.unwrap(wrapped, encodeAad('another probe', kek.id))
    opened.fill(0)
    return true
  } catch (error) {
    if (error instanceof CustodyError && error.code === 'unseal_failed') return false
    throw error
  }
}
