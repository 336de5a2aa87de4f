import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../api/src/paths.ts'

let folder: string
let installed: string

interface Ran {
  code: number
  stdout: string
  stderr: string
}

const run = (program: string, args: string[], cwd = folder): Promise<Ran> =>
  new Promise((resolve) => {
    // npm passes its own settings on to the programs that it starts, such as the test run.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
    const options = { cwd, env: { ...env, XDG_CONFIG_HOME: folder, NODE_OPTIONS: '' } }
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? ((error.code as number | undefined) ?? 1) : 0, stdout, stderr }),
    )
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-package-'))
  const packed = await run('npm', ['pack', '-w', 'cli', '--pack-destination', folder, '--loglevel', 'error'], root)
  if (packed.code !== 0) throw new Error(packed.stderr)
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'))!
  const home = join(folder, 'empty')
  await mkdir(home)
  // Without the registry: the package must need no other.
  const args = ['install', '--offline', '--omit=optional', '--no-audit', '--no-fund', join(folder, tarball)]
  const install = await run('npm', args, home)
  if (install.code !== 0) throw new Error(install.stderr)
  installed = join(home, 'node_modules')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const bin = () => join(installed, '@openauth/cli/bin/openauth.js')

test('the package is all that is installed, with the manual page, the licences and no source', async () => {
  expect((await readdir(installed)).filter((name) => !name.startsWith('.'))).toEqual(['@openauth'])
  expect(await readdir(join(installed, '@openauth'))).toEqual(['cli'])
  const own = join(installed, '@openauth/cli')
  expect((await readdir(own)).toSorted()).toEqual(['README.md', 'bin', 'dist', 'man', 'package.json'])
  const { dependencies, man } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'))
  expect(dependencies).toBeUndefined()
  expect(existsSync(join(own, man[0]))).toBe(true)
  for (const name of ['LICENSE', 'NOTICE']) expect(existsSync(join(own, 'dist', name))).toBe(true)
})

test('npx openauth in the folder is the program', async () => {
  const { code, stdout } = await run('npx', ['--no', 'openauth', '--version'], join(installed, '..'))
  expect(code).toBe(0)
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

/** A Node of this version from the package `node`; undefined where the registry cannot be reached. */
const nodeOf = async (version: string): Promise<string | undefined> => {
  const args = ['-y', '--fetch-retries=0', '-p', `node@${version}`, 'node', '-p', 'process.execPath']
  const { code, stdout } = await run('npx', args)
  return code === 0 ? stdout.trim() : undefined
}

describe('the installed program', () => {
  const commands: [string[], Partial<Ran>][] = [
    [['--help'], { code: 0, stdout: expect.stringContaining('Usage: openauth') }],
    [['apps', 'create', '--help'], { code: 0, stdout: expect.stringContaining('--name') }],
    [['apps', 'list'], { code: 4, stderr: expect.stringContaining('openauth login') }],
    [['status', '--endpoint', 'http://127.0.0.1:1'], { code: 1, stderr: expect.stringContaining('Cannot reach') }],
    [['config', 'list'], { code: 0, stdout: expect.stringContaining('token-store') }],
    [['completion', 'bash'], { code: 0, stdout: expect.stringContaining('complete') }],
  ]

  test.each(['this', '22', '24'])('runs on Node %s, where there is one', async (version) => {
    const node = version === 'this' ? process.execPath : await nodeOf(version)
    const runs = node === undefined ? [] : commands
    for (const [argv, expected] of runs) expect(await run(node!, [bin(), ...argv])).toMatchObject(expected)
    expect(node === undefined || existsSync(node)).toBe(true)
  })

  test('says in one line that Node 18, where there is one, is too old', async () => {
    const node = await nodeOf('18')
    const ran = node === undefined ? undefined : await run(node, [bin(), '--help'])
    expect(ran === undefined || (ran.code === 1 && ran.stdout === '')).toBe(true)
    expect(ran?.stderr ?? 'openauth needs Node 20.19 or newer; this is 18.0.0.\n').toMatch(
      /^openauth needs Node 20\.19 or newer; this is 18\.[\d.]+\.\n$/,
    )
  })
})
