import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { drawProgress } from '../src/ui/draw-progress.tsx'

const ESC = '\u001b'
const sequences = ['[2K', '[1A', '[G', '[?25l', '[?25h']

/** What a terminal shows: Ink deletes lines, and moves up and to their beginning. */
const screenOf = (output: string): string[] => {
  const lines = ['']
  let row = 0
  const write = (text: string) => {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines[++row] ??= ''
      lines[row] += stripVTControlCharacters(part)
    }
  }
  const [first = '', ...rest] = output.split(ESC)
  write(first)
  for (const piece of rest) {
    const sequence = sequences.find((each) => piece.startsWith(each))
    if (sequence === '[2K') lines[row] = ''
    if (sequence === '[1A') row -= 1
    write(sequence === undefined ? `${ESC}${piece}` : piece.slice(sequence.length))
  }
  return lines.filter((line) => line !== '')
}

test('the bar deletes no line that is written while it is drawn', async () => {
  let output = ''
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 })
  terminal.on('data', (chunk) => (output += String(chunk)))
  const stderr = terminal as unknown as NodeJS.WriteStream
  await drawProgress(stderr, 'Importing', async (onStep) => {
    stderr.write('Reading users.csv as csv.\n')
    for (const row of [1, 2, 3]) {
      await pause(50)
      stderr.write(`Row ${row} is refused\n`)
      onStep({ done: row, total: 3, failed: row })
    }
  })
  stderr.write('Done.\n')
  const shown = screenOf(output)
  expect(shown.slice(0, 4)).toEqual([
    'Reading users.csv as csv.',
    'Row 1 is refused',
    'Row 2 is refused',
    'Row 3 is refused',
  ])
  expect(shown.slice(4)).toEqual([expect.stringMatching(/^Importing █+ 100% 3 of 3 3 failed$/), 'Done.'])
})
