import type { CliEnvironment } from './cli-environment.ts'
import type { Context } from './context.ts'

/** Opens an address with the program that the system has for it. */
export const openInBrowser = async (address: string): Promise<void> => {
  const { default: open } = await import('open')
  const child = await open(address)
  child.once('error', () => {})
}

/** Whether a browser on this machine can be seen by whoever types: not on a server, and not through SSH. */
const canOpenBrowser = ({ env, stderr }: Pick<CliEnvironment, 'env' | 'stderr'>): boolean => {
  if (!stderr.isTTY || env['SSH_CONNECTION'] || env['SSH_TTY']) return false
  const hasDisplay = Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME'] || env['BROWSER'])
  return process.platform !== 'linux' || hasDisplay
}

/** Opens an http or https address in a browser, unless --no-browser or a setting forbids it; false if it cannot. */
export const tryBrowser = async (
  { environment, saved }: Pick<Context, 'environment' | 'saved'>,
  options: Record<string, unknown>,
  address: string,
): Promise<boolean> => {
  if (options['browser'] === false || saved.settings?.browser === 'never') return false
  if (!environment.openBrowser || !canOpenBrowser(environment) || !/^https?:/.test(address)) return false
  return environment.openBrowser(address).then(
    () => true,
    () => false,
  )
}
