import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
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

test('what --help loads has neither schemas, prompts, verbs nor widths of characters', async () => {
  const { outputs } = await buildCli(join(home, 'other'))
  const entry = Object.keys(outputs).find((name) => /other.main\.js$/.test(name))!
  const loaded = new Set<string>()
  const add = (name: string): void => {
    if (loaded.has(name)) return
    loaded.add(name)
    for (const { path, kind } of outputs[name]!.imports) if (kind === 'import-statement' && outputs[path]) add(path)
  }
  add(entry)
  const inputs = [...loaded].flatMap((name) => Object.keys(outputs[name]!.inputs))
  const heavy =
    /node_modules.(zod|ink|react|string-width|yaml|@aws-lambda-powertools|csv-parse|csv-stringify|stream-json|fastest-levenshtein|open)\b|outline-details|noun:|client.src/
  expect(inputs.filter((input) => heavy.test(input))).toEqual([])
  expect(inputs.some((input) => input.includes('commander'))).toBe(true)
})

/** The files of a bundle that a command loaded, by V8's record of its scripts. */
const loadedBy = async (line: string, outputs: Awaited<ReturnType<typeof buildCli>>['outputs']): Promise<string[]> => {
  const record = await mkdtemp(join(home, 'record-'))
  expect(await shell(`export NODE_V8_COVERAGE='${record}'; ${line}`)).toMatchObject({ code: 0, stderr: '' })
  const urls = (await readdir(record)).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(record, name), 'utf8')) as { result: { url: string }[] }
    return result.map(({ url }) => url)
  })
  const names = Object.keys(outputs).filter((name) => urls.some((url) => url.endsWith(`/dist/${basename(name)}`)))
  return names.flatMap((name) => Object.keys(outputs[name]!.inputs))
}

test('lists and views load neither schemas nor what draws prompts, and no fetch of Node', async () => {
  const { outputs } = await buildCli(join(home, 'dist'))
  const app = { id: '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab', name: 'My app', createdAt: 0, usernameEnabled: true }
  const server = createServer(({ url }, response) => {
    const row = url!.startsWith('/admin/apps?') || url === '/admin/apps' ? [app] : app
    const isPage = url!.includes('limit=')
    response.end(JSON.stringify(isPage ? { data: [app], meta: { totalItems: 1, totalPages: 1 } } : { data: row }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const heavy =
    /node_modules.(zod|ink|react|yaml|@aws-lambda-powertools|csv-parse|csv-stringify|stream-json|open)\b|client.src.index\.ts|cli.src.(check-|route-of|nested-input)/
  for (const argv of [
    'apps list',
    `apps get ${app.id}`,
    `users list --limit 5 --app ${app.id}`,
    'audit list --limit 5',
  ]) {
    const inputs = await loadedBy(`OPENAUTH_TOKEN=a.b.c '${bin}' ${argv} --endpoint http://127.0.0.1:${port}`, outputs)
    expect(inputs.some((input) => input.includes('run-command'))).toBe(true)
    expect({ argv, heavy: inputs.filter((input) => heavy.test(input)) }).toEqual({ argv, heavy: [] })
    // Node's fetch takes longer to load than all of these.
    expect(inputs.some((input) => input.includes('http-fetch'))).toBe(true)
  }
  server.close()
})

test('a list whose reader closes the pipe ends quietly, also in the middle of many pages', async () => {
  const rowsOf = (page: number) =>
    Array.from({ length: 100 }, (_, at) => ({ id: `${page}-${at}`, action: 'x'.repeat(500), createdAt: 0 }))
  let pages = 0
  const server = createServer((_, response) => {
    pages += 1
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ data: rowsOf(pages), meta: { totalItems: 1_000_000, totalPages: 10_000, nextCursor: 'x' } }),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const run = (line: string) => shell(`export OPENAUTH_TOKEN=a.b.c OPENAUTH_ENDPOINT=http://127.0.0.1:${port}; ${line}`)
  const argv = `'${bin}' audit list --all`
  for (const format of ['--json', '--csv', '--quiet']) {
    const { stdout, stderr } = await run(
      `${argv} ${format} 2>'${home}/errors' | head -1; echo "exit \${PIPESTATUS[0]}"`,
    )
    expect([stdout.trimEnd().split('\n').at(-1), stderr]).toEqual(['exit 0', ''])
    expect(await readFile(join(home, 'errors'), 'utf8')).not.toMatch(/Error|EPIPE/)
  }
  expect(pages).toBeLessThan(3000)
  server.close()
})

test('a closed standard input is an empty one, and a full disk one clear line', async () => {
  const closed = await shell(
    `OPENAUTH_TOKEN=a.b.c '${bin}' apps update 7b1f4f0e-5f0a-4f64-9d1c-0123456789ab --input - <&-`,
  )
  expect([closed.code, closed.stderr]).toEqual([2, expect.stringContaining('Standard input is empty')])
  const full = await shell(`'${bin}' --help > /dev/full`)
  expect([full.code, full.stderr]).toEqual([
    1,
    'Error: The output cannot be written: ENOSPC: no space left on device, write\n',
  ])
})

test('the built program reads YAML and JMESPath', async () => {
  const server = createServer((request, response) => {
    request.setEncoding('utf8')
    let body = ''
    request.on('data', (text: string) => (body += text))
    request.on('end', () => response.end(JSON.stringify({ data: { id: 'x', ...(JSON.parse(body) as object) } })))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { code, stdout, stderr } = await shell(
    `printf 'description: from YAML\\n' | OPENAUTH_TOKEN=a.b.c '${bin}' apps update 7b1f4f0e-5f0a-4f64-9d1c-0123456789ab --input - --brand.color '#ffffff' --query '[description, brand.color]' --endpoint http://127.0.0.1:${port}`,
  )
  server.close()
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'from YAML\n#ffffff\n', stderr: '' })
})

test('an old Node gets one line', async () => {
  const text = (await readFile(bin, 'utf8')).replace('process.versions.node.split', "'18.20.8'.split")
  await writeFile(join(home, 'bin', 'old.js'), text)
  const { code, stdout, stderr } = await shell(`node '${join(home, 'bin', 'old.js')}' --help`)
  expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 1, stdout: '', lines: 1 })
  expect(stderr).toContain('openauth needs Node 20.19 or newer')
})

test('a pipe that closes early ends the program without an error', async () => {
  expect(await shell(`'${bin}' --help | true; echo \${PIPESTATUS[0]}`)).toEqual({ code: 0, stdout: '0\n', stderr: '' })
})
