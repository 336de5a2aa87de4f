import { type Caller, isFromThisMachine, isLoopbackHost, isOwnHost } from './lib/caller.ts'
import { oneOf } from './parse-environment.ts'

const modes = ['on', 'loopback', 'off'] as const

/** Who is served the console: everybody, browsers on this machine that use no proxy, or nobody. */
export type ConsoleMode = (typeof modes)[number]

/** The form of OPENAUTH_CONSOLE. */
export const consoleVariable = oneOf(modes)

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

/**
 * The mode that was set. By default `on` in development, `loopback` for a server that only this machine reaches, and
 * `off` for any other.
 */
export const consoleModeOf = (
  given: ConsoleMode | undefined,
  { development, host, publicUrl }: { development: boolean; host: string; publicUrl: string },
): ConsoleMode => {
  if (given) return given
  if (development) return 'on'
  return isLoopbackHost(host) && isLoopbackHost(hostOf(publicUrl)) ? 'loopback' : 'off'
}

/** Whether the console is served to whoever sends a request. */
export const isConsoleFor = (
  { console: mode, publicUrl }: { console: ConsoleMode; publicUrl: string },
  caller: Caller,
): boolean => (mode === 'on' ? isOwnHost(caller, publicUrl) : mode === 'loopback' && isFromThisMachine(caller))
