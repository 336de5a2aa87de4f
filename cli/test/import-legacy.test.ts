import { describe, expect, test } from 'vitest'
import { createOperator, data, fakeServer, fileWith } from './cli.ts'

const appId = '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab'
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const ndjson = (count: number) =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ id: idOf(index) })).join('\n')

const importer = async (answer?: Parameters<typeof fakeServer>[0]) => {
  const count = ({ body }: { body: unknown }) => (body as { users: unknown[] }).users.length
  const { fetch, requests } = fakeServer(answer ?? ((request) => data({ created: count(request) - 1, existing: 1 })))
  const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
  const sizes = () => requests.map(count)
  const run = (file: string, stdin?: string) =>
    openauth(['users', 'import-legacy', '--app', appId, '--file', file], stdin === undefined ? {} : { stdin })
  return { run, sizes, requests }
}

describe('users import-legacy', () => {
  test('sends batches of 200, prints progress on stderr and sums the answers', async () => {
    const { run, sizes, requests } = await importer()
    const { code, stdout, stderr } = await run(await fileWith(`\uFEFF${ndjson(450)}\r\n\n`))
    expect(code).toBe(0)
    expect(sizes()).toEqual([200, 200, 50])
    expect(requests[0]!.url.pathname).toBe(`/admin/apps/${appId}/users/import`)
    expect(requests[0]!.body).not.toHaveProperty('appId')
    expect(stderr).toBe('200 of 450 sent\n400 of 450 sent\n450 of 450 sent\n')
    expect(stdout).toBe('created   447\nexisting  3\n')
  })

  test("keeps a batch below the server's body limit", async () => {
    const { run, sizes, requests } = await importer()
    const heavy = (index: number) =>
      JSON.stringify({
        id: idOf(index),
        avatar: 'https://a.example/'.padEnd(2040, 'x'),
        passwordHash: 'h'.repeat(500),
        displayName: 'n'.repeat(60),
      })
    const lines = Array.from({ length: 400 }, (_, index) => heavy(index)).join('\n')
    expect((await run(await fileWith(lines))).code).toBe(0)
    expect(Math.max(...sizes())).toBeLessThan(200)
    for (const { body } of requests) expect(JSON.stringify(body).length).toBeLessThan(1_048_576)
    expect(sizes().reduce((sum, size) => sum + size)).toBe(400)
  })

  test('reads standard input', async () => {
    const { run, sizes } = await importer()
    expect((await run('-', ndjson(201))).code).toBe(0)
    expect(sizes()).toEqual([200, 1])
  })

  test('validates a whole file before the first call and prints the number of an invalid line', async () => {
    const { run, sizes } = await importer()
    const bad = JSON.stringify({ id: 'nobody', identities: [{ provider: 'myspace', subject: 'x' }] })
    const { code, stderr } = await run(await fileWith(`${ndjson(250)}\n${bad}\n`))
    expect({ code, sizes: sizes() }).toEqual({ code: 2, sizes: [] })
    expect(stderr).toContain('Line 251')
    expect(stderr).toContain('id must be an id (a UUID)')
    expect(stderr).toContain('identities[0].provider must be one of email')
    expect((await run(await fileWith('{"id": \n'))).stderr).toContain('Line 1 is not JSON')
  })

  test("prints line numbers for the server's issues, and how many items were imported before", async () => {
    let calls = 0
    const issues = [{ path: 'users.3.passwordHash', message: 'is not argon2id' }]
    const { run } = await importer(() =>
      (calls += 1) === 1
        ? data({ created: 200, existing: 0 })
        : { status: 400, body: { code: 'hash_not_supported', message: 'The password hash is not supported', issues } },
    )
    const { code, stderr } = await run(await fileWith(`${ndjson(300)}\n`))
    expect(code).toBe(1)
    expect(stderr).toContain('line 204 passwordHash: is not argon2id')
    expect(stderr).toContain('200 were imported before line 201')
  })

  test('reports a missing and an empty file', async () => {
    const { run } = await importer()
    const missing = await run('/nowhere/users.ndjson')
    expect(missing).toMatchObject({ code: 1, stdout: '' })
    expect(missing.stderr).toContain('/nowhere/users.ndjson cannot be read')
    expect((await run(await fileWith('\n'))).stderr).toContain('contains no lines')
  })
})
