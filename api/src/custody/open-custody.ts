import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { Custody } from './custody.ts'
import { CustodyError } from './errors.ts'
import { type KekProvider, createKekProvider } from './kek/kek-provider.ts'
import { checkCanary, type KeyScope, type KeyService, makeCanary, unwrapDataKey, wrapDataKey } from './key-service.ts'
import { addKeyringKey, createKeyring, makeKeyringKeyCurrent, retireKeyringKey } from './kek/keyring.ts'
import { type KekSettings, openKek, type OpenedKek } from './kek/open-kek.ts'
import { opens, planRotation, rewrap } from './rotation.ts'
import {
  deriveWallets,
  type SealedSeed,
  sealLegacyWallets,
  sealNewSeed,
  type WalletOwner,
} from './wallets/wallet-secrets.ts'
import { createWalletSigner } from './wallets/wallet-signer.ts'

export interface CustodySettings extends KekSettings {
  /** File with the salt of a deployment that derived keys from it; required to import that deployment's users. */
  legacySaltFile: string | undefined
}

type Opening = Pick<CustodySettings, 'kek' | 'keyringFile' | 'legacySaltFile'>

/** Custody in this process; the KEKs are opened by the first call that needs them. */
export const openCustody = (settings: CustodySettings): Custody => createCustody(() => openKek(settings), settings)

/** Custody over the KEKs of `open`. */
export const createCustody = (open: () => Promise<OpenedKek>, settings: Opening): Custody => {
  const { kek: backend, keyringFile, legacySaltFile } = settings
  const keks = createKekProvider(open)
  return {
    status: async () => {
      const keys = await keks.keys()
      return { backend, current: keys.current.id, ids: keys.ids(), hasLegacySalt: legacySaltFile !== undefined }
    },
    createKeyring: async () => {
      if (backend === 'local') await createKeyring(keyringFile)
    },
    newDataKey: async (scope) => {
      requireShared(scope)
      const { dataKey, ...wrapped } = await wrapDataKey(await keks.keys(), scope)
      dataKey.fill(0)
      return wrapped
    },
    openDataKey: async (scope, { kekId, wrappedKey }) => {
      requireShared(scope)
      return unwrapDataKey(await keks.keys(kekId), wrappedKey, kekId, scope)
    },
    sealNewSeeds: async (owners) => sealNewSeeds(await keks.keys(), owners),
    deriveWallets: async (seed) => deriveWallets(await keks.keys(seed.kekId), seed),
    sealLegacyWallets: async (owner) => sealLegacyWallets(await keks.keys(), owner, await readSalt(settings)),
    wallets: createWalletSigner((kekId) => keks.keys(kekId)),

    ...rotating(keks),
    ...changingKeyring(keks, settings),
    close: keks.close,
  }
}

type Rotating = Pick<Custody, 'makeCanary' | 'checkCanary' | 'reload' | 'activate' | 'plan' | 'rewrap' | 'opens'>

function rotating(keks: KekProvider): Rotating {
  return {
    makeCanary: async (kekId) => makeCanary(writingWith(await keks.direct(kekId), kekId)),
    checkCanary: async (canary) => checkCanary(await keks.direct(canary.kekId), canary),
    reload: async () => {
      const kekId = await keks.reload()
      return makeCanary(writingWith(await keks.direct(), kekId))
    },
    activate: keks.activate,

    plan: async (counts) => planRotation(await keks.direct(), counts),
    rewrap: async (scope, { kekId, wrappedKey }) => rewrap(await keks.direct(kekId), wrappedKey, kekId, scope),
    opens: async (scope, { kekId, wrappedKey }) => opens(await keks.direct(kekId), wrappedKey, kekId, scope),
  }
}

type ChangingKeyring = Pick<Custody, 'addKey' | 'makeCurrent' | 'retire'>

function changingKeyring(keks: KekProvider, { kek: backend, keyringFile }: Opening): ChangingKeyring {
  return {
    addKey: async () => {
      requireLocal(backend)
      const kekId = await addKeyringKey(keyringFile, { standby: true })
      await keks.reload()
      return kekId
    },
    makeCurrent: async (kekId) => {
      requireLocal(backend)
      await makeKeyringKeyCurrent(keyringFile, kekId)
      await keks.reload()
    },
    retire: async (kekId, isUnused) => {
      requireLocal(backend)
      await retireKeyringKey(keyringFile, kekId, isUnused)
      await keks.reload()
    },
  }
}

function writingWith(keys: KeyService, kekId = keys.current.id): KeyService {
  return kekId === keys.current.id ? keys : { ...keys, current: keys.get(kekId) }
}

/** Enforces the type at the signer's socket, where input is untyped. */
function requireShared({ owner }: KeyScope): void {
  if (owner !== 'user') return
  throw new CustodyError(
    'request_refused',
    'The data key of a user never leaves custody. Request the operation itself.',
  )
}

function requireLocal(backend: Opening['kek']): void {
  if (backend === 'local') return
  const where = backend === 'aws-kms' ? 'AWS KMS' : 'Vault'
  throw new CustodyError(
    'rotation_elsewhere',
    `The keys of this server are in ${where}. Create a new key there, let the server use it, then rewrap.`,
  )
}

async function readSalt({ legacySaltFile }: Opening): Promise<string> {
  if (legacySaltFile === undefined)
    throw new CustodyError('legacy_off', 'No salt of a former deployment is configured. Set OPENAUTH_LEGACY_SALT_FILE.')
  return (await readFile(legacySaltFile, 'utf8')).replace(/\r?\n$/, '')
}

/** Seeds that are sealed at the same time: a remote KEK takes two calls for each. */
const CONCURRENT_SEEDS = 16

async function sealNewSeeds(keys: KeyService, owners: readonly WalletOwner[]): Promise<SealedSeed[]> {
  const seeds: SealedSeed[] = []
  for (let at = 0; at < owners.length; at += CONCURRENT_SEEDS) {
    // A local KEK never waits; other work of the process is done in between.
    if (at > 0) await setImmediate()
    const some = owners.slice(at, at + CONCURRENT_SEEDS)
    seeds.push(...(await Promise.all(some.map((owner) => sealNewSeed(keys, owner)))))
  }
  return seeds
}
