import type { PlayerConfig } from '@openauth/client'

/** Events that analytics count. */
export type TrackedEvent = 'login_success'
export type Track = (event: TrackedEvent, details?: Record<string, string>) => void

type GtagWindow = Window & { dataLayer?: unknown[] }

/** Queues a command for Google's tag, which reads them as the arguments objects of calls. */
const command = (...words: unknown[]): void => {
  const queue = ((window as GtagWindow).dataLayer ??= [])
  // oxlint-disable-next-line prefer-rest-params -- gtag.js treats only arguments objects as commands
  ;(
    function () {
      queue.push(arguments)
    } as (...words: unknown[]) => void
  )(...words)
}

/** Loads Google's tag. https://developers.google.com/tag-platform/gtagjs/reference */
const gtag = (id: string): Track => {
  command('js', new Date())
  command('config', id)
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?${new URLSearchParams({ id })}`
  document.head.append(script)
  return (event, details) => command('event', event, details)
}

// oxlint-disable-next-line no-console -- analytics of kind `console`
const toConsole: Track = (event, details) => console.info('[analytics]', event, details ?? {})

/**
 * Returns a function that sends events to the configured analytics and to a callback, and dispatches `openauth:track`.
 */
export const createTrack = ({ kind, id }: PlayerConfig['analytics'], callback?: Track): Track => {
  const send = kind === 'console' ? toConsole : kind === 'gtag' && id ? gtag(id) : undefined
  return (event, details) => {
    send?.(event, details)
    callback?.(event, details)
    // For other scripts on the page.
    dispatchEvent(new CustomEvent('openauth:track', { detail: { event, ...details } }))
  }
}
