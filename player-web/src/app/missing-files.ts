import { checkConnection } from '../lib/connection.ts'

const KEY = 'SONIC:Reloaded'
/** A second missing file within this time is no result of a new build. Milliseconds. */
const RELOAD_INTERVAL = 60_000

const wasReloaded = (): boolean => {
  try {
    const at = Number(sessionStorage.getItem(KEY))
    sessionStorage.setItem(KEY, String(Date.now()))
    return Date.now() - at < RELOAD_INTERVAL
  } catch {
    // Without storage the page would reload for ever.
    return true
  }
}

/** A page of an older build may request a file that the server no longer has: it is reloaded, once. */
export const reloadOnMissingFiles = (): void =>
  addEventListener('vite:preloadError', () => {
    // Without a server a reload would lose the page; with one it gets the files of the new build.
    void checkConnection().then((isThere) => isThere && !wasReloaded() && location.reload())
  })
