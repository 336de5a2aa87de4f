import { logger, on, postEvent, type EventName, type MethodName, type MethodParams } from '@tma.js/bridge'
import { refuseForgedEvents } from './forged-events.ts'

export type Warn = (message: string, cause?: unknown) => void

/** Sends messages to Telegram and receives its events. Neither method throws. */
export interface Bridge {
  /** Sends a method; false where Telegram is not there to receive it. */
  post: <M extends MethodName>(method: M, params?: MethodParams<M>) => boolean
  /** Calls the listener with the event's data, which is unchecked. Returns a function that removes the listener. */
  listen: (event: EventName, listener: (data: unknown) => void) => () => void
}

/**
 * A bridge that accepts messages from Telegram only. `warn` is called for malformed events and for listeners that
 * throw.
 */
export const openBridge = (warn: Warn): Bridge => {
  refuseForgedEvents(window)
  const log = (...[message, , cause]: unknown[]) => warn(String(message), cause)
  logger.set({ ...logger(), forceError: log, forceWarn: log })
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
    listen: (event, listener) =>
      on(event, (data: unknown) => {
        try {
          listener(data)
        } catch (error) {
          warn(`A listener for ${event} failed`, error)
        }
      }),
  }
}
