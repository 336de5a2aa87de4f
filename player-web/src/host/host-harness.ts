import type { EventName } from '@tma.js/bridge'
import type { Bridge } from './bridge.ts'
import type { Launch } from './detect.ts'
import { createHost } from './host.ts'

/**
 * A host of a version over a fake bridge: `posted` records what is sent, and `fire` sends an event as Telegram does.
 */
export const startHost = (version?: string, launch: Partial<Launch> = {}, isConnected = true, isFramed = false) => {
  const posted: { method: string; params: unknown }[] = []
  const warnings: string[] = []
  const opened: string[] = []
  const styles: Record<string, string | null> = {}
  const listeners = new Map<string, Set<(data: unknown) => void>>()
  const bridge: Bridge = {
    post: (method, params) => {
      posted.push({ method, params: params as unknown })
      return isConnected
    },
    listen: (event, listener) => {
      const added = listeners.get(event) ?? new Set()
      listeners.set(event, added.add(listener))
      return () => void added.delete(listener)
    },
  }
  const host = createHost({
    bridge,
    launch: { hasInline: false, version, ...launch },
    style: { setProperty: (name, value) => void (styles[name] = value) },
    warn: (message) => void warnings.push(message),
    frame: { isFramed, reload: () => void opened.push('reload') },
    open: (url) => void opened.push(url),
    go: (url) => void opened.push(`leave ${url}`),
  })
  const fire = (event: EventName, data?: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(data)
  }
  const postedOf = (method: string) => posted.filter((post) => post.method === method).map(({ params }) => params)
  const listenerCount = () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0)
  return { host, fire, posted, postedOf, warnings, opened, styles, listenerCount }
}

/** Runs all pending promise callbacks. */
export const flushPromises = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}
