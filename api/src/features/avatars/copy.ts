import type { Context } from '../../handler.ts'
import type { Database } from '../../db.ts'
import type { Settings } from '../../env.ts'
import type { Outbound } from '../../lib/outbound.ts'
import { PictureRefusedError, toAvatar } from '../../lib/pictures.ts'
import { FetchRefusedError, safeFetch } from '../../lib/safe-fetch.ts'
import { fetchTelegramPhoto } from './telegram-photo.ts'
import { type AvatarSource, serializeSource } from './source.ts'
import { storeCopy, findUserForCopy } from './store.ts'

/** The payload of the job. */
export interface AvatarCopyRequest {
  userId: string
  source: AvatarSource
}

interface CopyNeeds {
  db: Database
  settings: Settings
  outbound: Outbound
  /** The settings of apps, for the bot that reads the pictures of its users. */
  loginApps: { get: (appId: string) => Promise<{ telegramBotToken: string | null }> }
  log: Context['log']
}

/** The most bytes of a provider's picture. */
const MAX_BYTES = 5 * 1024 * 1024
/** Time limit for fetching one picture. Milliseconds. */
const FETCH_TIMEOUT = 10_000

const fetchPicture = async (deps: CopyNeeds, appId: string, source: AvatarSource, signal: AbortSignal) => {
  const { settings, outbound, loginApps } = deps
  if (source.kind === 'url')
    return safeFetch(source.url, {
      allow: settings.outboundAllow,
      maxBytes: MAX_BYTES,
      timeoutMs: FETCH_TIMEOUT,
      signal,
    })
  const { telegramBotToken } = await loginApps.get(appId)
  if (!telegramBotToken) return undefined
  return fetchTelegramPhoto(outbound, settings.providers.telegramApi, telegramBotToken, source.telegramId, signal)
}

/**
 * Copies a user's picture from its provider: fetches, re-encodes and stores it. A permanent failure is logged and not
 * retried; any other is thrown, and the job is tried again.
 */
export const createCopyAvatar =
  (deps: CopyNeeds) =>
  async ({ userId, source }: AvatarCopyRequest, signal: AbortSignal): Promise<void> => {
    const user = await findUserForCopy(deps.db, userId)
    if (!user) return
    try {
      const picture = await fetchPicture(deps, user.appId, source, signal)
      if (picture) await storeCopy(deps.db, userId, new Uint8Array(await toAvatar(picture)), serializeSource(source))
    } catch (error) {
      if (!(error instanceof FetchRefusedError || error instanceof PictureRefusedError)) throw error
      deps.log.info({ userId, reason: error.message }, 'a picture was not copied')
    }
  }
