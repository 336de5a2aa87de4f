import { expect, test } from 'vitest'
import { countOf, withProgress } from '../src/with-progress.ts'
import type { Context } from '../src/context.ts'

test('a job that writes to a log has twenty lines of progress, the last at the end, and not one of each page', async () => {
  const lines: string[] = []
  const environment = { stderr: { isTTY: false } } as Context['environment']
  const out = { progress: (line: string) => lines.push(line) } as unknown as Context['out']
  await withProgress(
    { environment, out },
    'Exporting users',
    async (onStep) => {
      for (let done = 1; done <= 1_000; done += 1) onStep({ done: done * 1_000, total: 1_000_000, failed: 0 })
    },
    countOf,
  )
  expect(lines).toHaveLength(20)
  expect([lines[0], lines.at(-1)]).toEqual(['50000 of 1000000', '1000000 of 1000000'])
})
