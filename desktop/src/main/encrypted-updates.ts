import type { Session } from 'electron'
import { isUnencrypted } from '../address.ts'

/** Electron's error message for a request that a listener has cancelled. */
const CANCELLED = 'net::ERR_BLOCKED_BY_CLIENT'

/** Whether a request failed because its address is not encrypted. Nothing else cancels requests of the updater's session. */
export const isRefusedAddress = (message: string): boolean => message === CANCELLED

/**
 * Cancels requests of a session to addresses without encryption, the targets of redirects included: each is a request of its
 * own. Only where no address was by https before may they lead to this machine by http.
 */
export const requireEncryption = ({ webRequest }: Pick<Session, 'webRequest'>): void => {
  let wasEncrypted = false
  webRequest.onBeforeRequest(({ url }, answer) => {
    const { protocol } = new URL(url)
    wasEncrypted ||= protocol === 'https:'
    const isOfThisMachine = protocol === 'http:' && !isUnencrypted(url)
    answer({ cancel: protocol !== 'https:' && (wasEncrypted || !isOfThisMachine) })
  })
}
