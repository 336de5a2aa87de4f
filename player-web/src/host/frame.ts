import type { Bridge } from './bridge.ts'

/** Whether this page is framed, and how it reloads. */
export interface PageFrame {
  /** Whether another page frames it, as Telegram Web does. */
  isFramed: boolean
  reload: () => void
}

/**
 * Tells Telegram Web that the framed page is ready, and reloads when Telegram asks for it: Telegram cannot reload a
 * page of another origin. Returns a function that removes the listener.
 * https://docs.telegram-mini-apps.com/platform/methods#iframe-ready
 */
export const announceFrame = (bridge: Bridge, { isFramed, reload }: PageFrame): (() => void) => {
  if (!isFramed) return () => {}
  const stop = bridge.listen('reload_iframe', () => {
    bridge.post('iframe_will_reload')
    reload()
  })
  bridge.post('iframe_ready', { reload_supported: true })
  return stop
}
