import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from './install.mjs'

test('programs that run from their sources load Solana tokens without a complaint of a native half', async () => {
  const script = "await import('@solana/spl-token')"
  const options = ['--import=./tools/pure-bigint.mjs', '--input-type=module', '--eval', script]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, options, { cwd: root })
  expect(stdout + stderr).toBe('')
})
