import { setTimeout as pause } from 'node:timers/promises'
import { CustodyError } from '../errors.ts'
import type { KeyService } from '../key-service.ts'
import type { OpenedKek } from './open-kek.ts'

/** Opened KEKs. Wrapping stays under one of them until another is activated. */
export interface KekProvider {
  /** KEKs for signing and sealing. With an id, the keyring is read again if that id is unknown. */
  keys: (kekId?: string) => Promise<KeyService>
  /** The same without the cache. */
  direct: (kekId?: string) => Promise<KeyService>
  /** Opens all backends again; resolves to the current KEK's id. A failure changes nothing. */
  reload: () => Promise<string>
  /** Wraps under this KEK from now on, if it is the backend's current one. */
  activate: (kekId: string) => Promise<void>
  close: () => Promise<void>
}

/**
 * Minimum time between two openings of the keyring for unknown KEK ids, in milliseconds; calls wait for the next one.
 */
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

/** Wraps under `writing` while that KEK is present; a KEK that was retired elsewhere has a successor on all servers. */
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
  /** Concurrent calls share one reload. */
  reload: () => Promise<string>
  /**
   * Waits for a running reload and then reloads again, because that one may have read the keyring before the caller's
   * change.
   */
  reloadAnew: () => Promise<string>
  /** Resolves once this many milliseconds have passed since the last reload. */
  since: (time: number) => Promise<void>
  close: () => Promise<void>
}

/** Opens KEKs on first use; the next call retries a failed opening. */
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

/** Holds the KEKs of `open` and keeps wrapping under the one that was current when it opened them. */
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
    // Twice, because the first may have begun before the keyring changed.
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
