import type { Host } from '../../host/host.ts'

/** Shorter gaps fail on iPhones without an error (research: 80 ms silent, 200 ms played). Milliseconds. */
const GAP_IOS = 200
const GAP = 80
const PULSE = 8

/** A short vibration for taps, as often as the device can: by Telegram, else by the browser where it has one. */
export const createHaptics = (host: Host | null, now: () => number = () => performance.now()) => {
  const gap = host?.platform === 'ios' ? GAP_IOS : GAP
  let last = -Infinity
  return (): void => {
    const at = now()
    if (at - last < gap) return
    last = at
    if (host) host.haptics.impact('light')
    else if ('vibrate' in navigator) navigator.vibrate(PULSE)
  }
}
