import type { PlayerConfig } from '@openauth/client'

/** What happens that an operator may want to count. */
export type TrackedEvent = 'login_success'
export type Track = (event: TrackedEvent, details?: Record<string, string>) => void

type GtagWindow = Window & { dataLayer?: unknown[] }

/** Google's tag reads its commands from this queue, each as the arguments object of a call. */
const command = (...words: unknown[]): void => {
  const queue = ((window as GtagWindow).dataLayer ??= [])
  // oxlint-disable-next-line prefer-rest-params -- gtag.js tells commands from data by their being arguments objects
  ;(
    function () {
      queue.push(arguments)
    } as (...words: unknown[]) => void
  )(...words)
}

/** https://developers.google.com/tag-platform/gtagjs/reference */
const gtag = (id: string): Track => {
  command('js', new Date())
  command('config', id)
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?${new URLSearchParams({ id })}`
  document.head.append(script)
  return (event, details) => command('event', event, details)
}

// oxlint-disable-next-line no-console -- what this kind of analytics is
const toConsole: Track = (event, details) => console.info('[analytics]', event, details ?? {})

/** Where events go by the server's configuration, and to a callback of the page's own where there is one. */
export const createTrack = ({ kind, id }: PlayerConfig['analytics'], callback?: Track): Track => {
  const send = kind === 'console' ? toConsole : kind === 'gtag' && id ? gtag(id) : undefined
  return (event, details) => {
    send?.(event, details)
    callback?.(event, details)
    // What is on the page beside the app may listen.
    dispatchEvent(new CustomEvent('openauth:track', { detail: { event, ...details } }))
  }
}
