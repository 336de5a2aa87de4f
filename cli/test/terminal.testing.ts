import { execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, vi } from 'vitest'

const run = promisify(execFile)

/** The character that begins control sequences. */
export const ESCAPE = '\u001b'

/** What a program writes to a terminal, as far as the board and the prompts use it. */
const control = new RegExp(String.raw`${ESCAPE}\[(\??)([\d;]*)([A-Za-z])`, 'g')

interface Display {
  rows: string[]
  row: number
  column: number
}

/** Puts text where the cursor is. */
const type = (display: Display, text: string): void => {
  for (const [index, part] of text.split('\n').entries()) {
    if (index > 0) display.row += 1
    for (const character of part) {
      if (character === '\r') display.column = 0
      else {
        const before = (display.rows[display.row] ?? '').padEnd(display.column)
        display.rows[display.row] = before.slice(0, display.column) + character + before.slice(display.column + 1)
        display.column += 1
      }
    }
  }
}

const obey = (display: Display, numbers: string, command: string): void => {
  const [first = 1, second = 1] = numbers.split(';').map(Number)
  if (command === 'H') Object.assign(display, { row: first - 1, column: second - 1 })
  else if (command === 'J') display.rows = []
  else if (command === 'K') display.rows[display.row] = (display.rows[display.row] ?? '').slice(0, display.column)
}

/** The lines that a terminal shows after a program has written this. Colours are left out. */
const displayOf = (written: string): string[] => {
  const display: Display = { rows: [], row: 0, column: 0 }
  let end = 0
  for (const { 0: sequence, 1: isPrivate, 2: numbers, 3: command, index } of written.matchAll(control)) {
    type(display, written.slice(end, index))
    end = index + sequence.length
    if (!isPrivate) obey(display, numbers!, command!)
  }
  type(display, written.slice(end))
  return Array.from(display.rows, (text) => (text ?? '').trimEnd())
}

/** A program on a pseudo-terminal of util-linux's script. */
export const openTerminal = (
  command: string,
  { columns, rows, env, folder }: { columns: number; rows: number; env: Record<string, string>; folder: string },
) => {
  const name = join(folder, `tty-${columns}-${Math.random()}`)
  const start = `echo $$ > '${name}.pid'; exec ${command}`
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const line = `tty > '${name}'; stty cols ${columns} rows ${rows}; sh -c ${quoted(start)}; echo "left with $?"`
  const child = spawn('script', ['--quiet', '--flush', '--command', `sh -c ${quoted(line)}`, '/dev/null'], {
    env: { PATH: process.env['PATH']!, TERM: 'xterm-256color', ...env },
  })
  let written = ''
  child.stdout.on('data', (data: Buffer) => (written += data.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const lines = () => displayOf(written)
  const waitFor = async (expected: RegExp): Promise<string[]> => {
    await vi.waitFor(() => expect(lines().join('\n')).toMatch(expected), {
      timeout: Number(process.env['OPENAUTH_TEST_WAIT'] ?? 120_000),
      interval: 50,
    })
    return lines()
  }
  return {
    /** All that was written. */
    written: () => written,
    lines,
    waitFor,
    press: (keys: string) => void child.stdin.write(keys),
    resize: async (size: { columns: number; rows: number }) => {
      const tty = (await readFile(name, 'utf8')).trim()
      await run('stty', ['-F', tty, 'cols', String(size.columns), 'rows', String(size.rows)])
    },
    /** The process of the program. */
    pid: async () => Number(await readFile(`${name}.pid`, 'utf8')),
    /** Closes the terminal while the program runs. */
    close: () => child.kill('SIGKILL'),
    ended,
  }
}
