import { setTimeout as pause } from 'node:timers/promises'
import { CustodyError } from './errors.ts'
import type { KeyService } from './key-service.ts'
import type { OpenedKek } from './open-kek.ts'

/** Opened KEKs, of which one goes on wrapping until another is activated. */
export interface KekProvider {
  /** For all that signs and seals; with an id, after another server's new key of the keyring was taken in. */
  keys: (kekId?: string) => Promise<KeyService>
  /** The same, nothing remembered. */
  direct: (kekId?: string) => Promise<KeyService>
  /** Opens all again; resolves to the current KEK's id. A failure changes nothing. */
  reload: () => Promise<string>
  /** Wraps under this KEK from now on, where it is the current one of the backend. */
  activate: (kekId: string) => Promise<void>
  close: () => Promise<void>
}

/** Rows that name unknown keys cause at most one opening of the keyring in this time, which they wait for. Milliseconds. */
const UNKNOWN_EVERY = 100

const isLoaded = (service: KeyService, id: string): boolean => {
  try {
    service.get(id)
    return true
  } catch (error) {
    if (error instanceof CustodyError && error.code === 'kek_unknown') return false
    throw error
  }
}

/** `writing` wraps for as long as it is known: a key that was retired elsewhere has a successor that all servers know. */
const writingUnder = (service: KeyService, writing: () => string | undefined): KeyService => ({
  get current() {
    const { current } = service
    const id = writing()
    return id !== undefined && id !== current.id && isLoaded(service, id) ? service.get(id) : current
  },
  get: (id) => service.get(id),
  ids: () => service.ids(),
})

interface Opening {
  opened: () => Promise<OpenedKek>
  /** Shared by all who ask while it goes on. */
  reload: () => Promise<string>
  /** The same, never one that has begun: that may have read the keyring before the change that the caller knows of. */
  reloadAnew: () => Promise<string>
  /** Resolves once so much time has passed since the last reload. Milliseconds. */
  since: (time: number) => Promise<void>
  close: () => Promise<void>
}

/** Opens KEKs when they are first needed; an opening that fails is tried again by the next call. */
const createOpening = (open: () => Promise<OpenedKek>): Opening => {
  let opening: Promise<OpenedKek> | undefined
  let reloading: Promise<string> | undefined
  let reloadedAt = 0
  const opened = (): Promise<OpenedKek> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const reopen = async (): Promise<string> => {
    const keks = await opened()
    await keks.reload()
    return keks.direct.current.id
  }
  const reload = (): Promise<string> => {
    reloading ??= reopen().finally(() => {
      reloading = undefined
      reloadedAt = Date.now()
    })
    return reloading
  }
  return {
    opened,
    reload,
    reloadAnew: async () => {
      await reloading?.catch(() => {})
      return reload()
    },
    since: (time) => pause(Math.max(0, reloadedAt + time - Date.now())),
    close: async () => (await opening?.catch(() => undefined))?.close(),
  }
}

/** Holds the KEKs that `open` gives, and goes on wrapping under the one that was current when it opened them. */
export const createKekProvider = (open: () => Promise<OpenedKek>): KekProvider => {
  let writing: string | undefined
  let unknownTaken: Promise<unknown> | undefined
  const { opened, reload, reloadAnew, since, close } = createOpening(async () => {
    const keks = await open()
    writing = keks.direct.current.id
    return keks
  })
  const ensureKekLoaded = async (kekId: string | undefined): Promise<OpenedKek> => {
    const keks = await opened()
    if (!kekId?.startsWith('local:')) return keks
    // Twice: the first may have begun before the keyring changed.
    for (let tries = 0; tries < 2 && !isLoaded(keks.direct, kekId); tries += 1) {
      unknownTaken ??= since(UNKNOWN_EVERY)
        .then(reload)
        .finally(() => (unknownTaken = undefined))
      await unknownTaken
    }
    return keks
  }
  return {
    keys: async (kekId) => writingUnder((await ensureKekLoaded(kekId)).keys, () => writing),
    direct: async (kekId) => writingUnder((await ensureKekLoaded(kekId)).direct, () => writing),
    reload: reloadAnew,
    activate: async (kekId) => {
      const { direct } = await opened()
      if (direct.current.id === kekId) writing = kekId
    },
    close,
  }
}
