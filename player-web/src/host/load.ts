import type { Warn } from './bridge.ts'
import { isTelegram } from './detect.ts'
import type { Host } from './host.ts'

let loaded: Promise<Host | null> | undefined

const load = async (warn: Warn): Promise<Host | null> => {
  if (!isTelegram()) return null
  try {
    const { openHost } = await import('./open-host.ts')
    return openHost(warn)
  } catch (error) {
    // Without the host the page still works as it does in a browser.
    warn('Telegram’s interface could not be loaded', error)
    return null
  }
}

/**
 * Loads the host; null outside Telegram, where its code is not downloaded. Later calls return the host of the first
 * call, which uses the `warn` of that call. Never rejects.
 */
export const loadHost = (warn: Warn = () => {}): Promise<Host | null> => (loaded ??= load(warn))
