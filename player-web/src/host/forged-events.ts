/** The only origin at which Telegram frames pages; the bridge posts to no other. */
export const TELEGRAM_WEB = 'https://web.telegram.org'

type HostWindow = Pick<Window, 'parent' | 'self'>

/** Whether a message has the format of a host event: JSON text with an `eventType`. */
const isHostEvent = (data: unknown): boolean => {
  if (typeof data !== 'string') return false
  try {
    const message: unknown = JSON.parse(data)
    return typeof message === 'object' && message !== null && 'eventType' in message
  } catch {
    return false
  }
}

/**
 * Whether a message may come from the host. Telegram's apps call a function of the page, and the bridge dispatches a
 * synthetic event for it (`isTrusted` is false; other origins cannot dispatch one here). All other messages come from a
 * window, and only Telegram Web as the parent frame sends those.
 */
export const isFromHost = (event: Pick<MessageEvent, 'isTrusted' | 'source' | 'origin'>, page: HostWindow): boolean => {
  if (!event.isTrusted) return true
  return page.parent !== page.self && event.source === page.parent && event.origin === TELEGRAM_WEB
}

/**
 * Stops forged host events before the bridge receives them: a partner's dapp in our frame can post
 * `{"eventType":"popup_closed","eventData":{"button_id":"ok"}}` to us, as can a page that frames us, and the bridge
 * checks only `source`. To be called before the bridge first listens. Messages of other formats pass.
 */
export const refuseForgedEvents = (page: HostWindow & Pick<Window, 'addEventListener'>): void => {
  page.addEventListener(
    'message',
    (event) => {
      if (isHostEvent(event.data) && !isFromHost(event, page)) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
