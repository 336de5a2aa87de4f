import type { OutputStream, CliEnvironment } from './cli-environment.ts'

export type Styles = Record<'bold' | 'dim' | 'red' | 'yellow', (text: string) => string>

const sgr = { bold: [1, 22], dim: [2, 22], red: [31, 39], yellow: [33, 39] } as const

/** Whether to use colours: only on a terminal that supports them, and unless NO_COLOR is set (https://no-color.org). */
export const hasColors = (stream: OutputStream, env: CliEnvironment['env']): boolean =>
  Boolean(stream.isTTY) && !env['NO_COLOR'] && env['TERM'] !== 'dumb'

/** The styles of a stream; without colours each returns its text unchanged. */
export const stylesFor = (stream: OutputStream, env: CliEnvironment['env']): Styles => {
  const isColored = hasColors(stream, env)
  const style =
    ([on, off]: readonly [number, number]) =>
    (text: string) =>
      isColored ? `\u001b[${on}m${text}\u001b[${off}m` : text
  return { bold: style(sgr.bold), dim: style(sgr.dim), red: style(sgr.red), yellow: style(sgr.yellow) }
}
