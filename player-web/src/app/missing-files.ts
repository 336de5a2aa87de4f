import { checkConnection } from '../lib/connection.ts'

const KEY = 'SONIC:Reloaded'
/** Milliseconds within which a second loss is no accident of a new build. */
const AGAIN = 60_000

const wasReloaded = (): boolean => {
  try {
    const at = Number(sessionStorage.getItem(KEY))
    sessionStorage.setItem(KEY, String(Date.now()))
    return Date.now() - at < AGAIN
  } catch {
    // Without a memory the page would be loaded over and over.
    return true
  }
}

/** A page that was loaded before the server got a new build may ask for a file that is gone: it is loaded anew, once. */
export const reloadOnMissingFiles = (): void =>
  addEventListener('vite:preloadError', () => {
    // Without a server the page would be gone too; with one, a reload brings the files of the new build.
    void checkConnection().then((isThere) => isThere && !wasReloaded() && location.reload())
  })
