import { logger, on, postEvent, type EventName, type MethodName, type MethodParams } from '@tma.js/bridge'
import { refuseForgedEvents } from './forged-events.ts'

export type Warn = (message: string, cause?: unknown) => void

/** The two ways between this page and Telegram. Neither throws. */
export interface Bridge {
  /** Sends; false where nobody is there to receive. */
  post: <M extends MethodName>(method: M, params?: MethodParams<M>) => boolean
  /** Calls back with whatever came with the event, unchecked; returns how to stop that. */
  listen: (event: EventName, take: (data: unknown) => void) => () => void
}

/** Telegram's bridge, which accepts messages from Telegram only. Malformed events and failing listeners are told to `warn`. */
export const openBridge = (warn: Warn): Bridge => {
  refuseForgedEvents(window)
  const tell = (...[message, , cause]: unknown[]) => warn(String(message), cause)
  logger.set({ ...logger(), forceError: tell, forceWarn: tell })
  const post: (method: MethodName, params?: unknown) => void = postEvent
  return {
    post: (method, params) => {
      try {
        post(method, params)
        return true
      } catch (error) {
        warn(`${method} could not be sent`, error)
        return false
      }
    },
    listen: (event, take) =>
      on(event, (data: unknown) => {
        try {
          take(data)
        } catch (error) {
          warn(`A listener for ${event} failed`, error)
        }
      }),
  }
}
