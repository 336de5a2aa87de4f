import type { Bridge } from './bridge.ts'

/** How this page stands in its window. */
export interface PageFrame {
  /** Whether another page frames it, as Telegram Web does. */
  isFramed: boolean
  reload: () => void
}

/**
 * Tells Telegram Web that the page in its frame is up, and reloads when Telegram asks: it cannot reload a page of another
 * origin itself. https://docs.telegram-mini-apps.com/platform/methods#iframe-ready
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
