/** The one place where Telegram shows pages in frames; the bridge posts to no other. */
export const TELEGRAM_WEB = 'https://web.telegram.org'

type HostWindow = Pick<Window, 'parent' | 'self'>

/** Whether a message has the form of a host's event: JSON text with an `eventType`. */
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
 * Whether a message may be the host's. Apps of Telegram call a function in the page, which the bridge turns into an
 * event that scripts made (`isTrusted` is false; other origins cannot make one here). All other messages came from a
 * window, and only Telegram Web around this page speaks that way.
 */
export const isHosts = (event: Pick<MessageEvent, 'isTrusted' | 'source' | 'origin'>, page: HostWindow): boolean => {
  if (!event.isTrusted) return true
  return page.parent !== page.self && event.source === page.parent && event.origin === TELEGRAM_WEB
}

/**
 * Stops host events of others before the bridge sees them: a partner's dapp in our frame can post
 * `{"eventType":"popup_closed","eventData":{"button_id":"ok"}}` to us, as can a page that frames us. The bridge looks at
 * `source` alone. To be called before the bridge first listens; messages of other forms pass.
 */
export const refuseForgedEvents = (page: HostWindow & Pick<Window, 'addEventListener'>): void => {
  page.addEventListener(
    'message',
    (event) => {
      if (isHostEvent(event.data) && !isHosts(event, page)) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
