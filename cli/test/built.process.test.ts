import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCli } from '../build.mjs'
import { createOperator } from './cli.ts'

const source = fileURLToPath(new URL('..', import.meta.url))
let home: string
let bin: string

/** Runs a shell line and returns its exit code and output. */
const shell = (line: string) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile('bash', ['-c', line], { env: { ...process.env, XDG_CONFIG_HOME: home } }, (error, stdout, stderr) =>
      resolve({ code: (error?.code as number | undefined) ?? 0, stdout, stderr }),
    )
  })

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-built-'))
  await cp(join(source, 'bin'), join(home, 'bin'), { recursive: true })
  await cp(join(source, 'package.json'), join(home, 'package.json'))
  bin = join(home, 'bin', 'openauth.js')
})
afterAll(() => rm(home, { recursive: true, force: true }))

test('without a build, the program exits with 1 and names the build command', async () => {
  expect(await shell(bin)).toEqual({ code: 1, stdout: '', stderr: 'openauth is not built yet. Run: npm run build\n' })
})

test('the built program prints the same help as the sources, from the outline in the bundle', async () => {
  await buildCli(join(home, 'dist'))
  const { openauth } = await createOperator()
  for (const argv of [['--help'], ['apps', 'update', '--help'], ['users', '--help']]) {
    const built = await shell(`'${bin}' ${argv.join(' ')}`)
    expect(built).toMatchObject({ code: 0, stderr: '' })
    expect(built.stdout).toBe((await openauth(argv)).stdout)
  }
})

test('the built program reports an unreachable server with its reason', async () => {
  const { code, stdout, stderr } = await shell(`'${bin}' status --endpoint http://127.0.0.1:1`)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^Error: Cannot reach http:\/\/127\.0\.0\.1:1: .*\n$/)
})

test('a pipe that closes early ends the program without an error', async () => {
  expect(await shell(`'${bin}' --help | true; echo \${PIPESTATUS[0]}`)).toEqual({ code: 0, stdout: '0\n', stderr: '' })
})
