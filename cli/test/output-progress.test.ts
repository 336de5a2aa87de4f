import { expect, test } from 'vitest'
import type { CliEnvironment } from '../src/cli-environment.ts'
import { createOutput } from '../src/output.ts'
import { plainView } from '../src/view.ts'

test('the first field of a result does not stand behind the line of progress', () => {
  let screen = ''
  const stream = { isTTY: true, columns: 80, write: (text: string) => ((screen += text), true) }
  const environment = { stdout: stream, stderr: stream, env: { NO_COLOR: '1' } } as unknown as CliEnvironment
  const out = createOutput(environment, { kind: 'text', utc: false })
  out.progress('The server reads the data again …')
  out.data({ rows: 76 }, plainView)
  expect(screen).toMatch(/again …\nrows/)
})
