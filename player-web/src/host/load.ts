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
    // A page without its host works as one in a browser does; one that fails does not.
    warn('Telegram’s interface could not be loaded', error)
    return null
  }
}

/**
 * Telegram around this page, or null outside Telegram, where none of it is downloaded. One for the page: later calls get
 * the first one's, and its `warn`. Never rejects.
 */
export const loadHost = (warn: Warn = () => {}): Promise<Host | null> => (loaded ??= load(warn))
