import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../testing.ts'
import { prepareOnce } from './prepared-document.ts'

test('S8: a document is built once for concurrent requests', async () => {
  let made = 0
  const answer = prepareOnce('text/plain', () => `made ${(made += 1)} times`)
  const answers = await Promise.all(Array.from({ length: 50 }, () => answer({})))
  expect(answers.map(({ body }) => body!.toString())).toEqual(Array.from({ length: 50 }, () => 'made 1 times'))
  // The same buffer, not a copy per request.
  expect(new Set([...answers, await answer({})].map(({ body }) => body)).size).toBe(1)
})

test('S8: a document that failed to build is built again', async () => {
  let tries = 0
  const answer = prepareOnce('text/plain', () => {
    tries += 1
    if (tries === 1) throw new Error('not yet')
    return 'made'
  })
  await expect(answer({})).rejects.toThrow('not yet')
  expect((await answer({})).body!.toString()).toBe('made')
})

describe('S8: /openapi.json', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.stop())
  const ask = (headers: Record<string, string>) => server.app.inject({ url: '/openapi.json', headers })

  test('is compressed, and each encoding has its own strong entity tag', async () => {
    const plain = await ask({ 'accept-encoding': 'identity' })
    const br = await ask({ 'accept-encoding': 'gzip;q=0.5, br' })
    const gzip = await ask({ 'accept-encoding': 'br;q=0, gzip' })
    expect(JSON.parse(plain.body).openapi).toBe('3.1.0')
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
    const tags = [plain, br, gzip].map(({ headers }) => headers.etag)
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/)
    expect(br.headers).toMatchObject({ vary: 'accept-encoding', 'content-type': 'application/json; charset=utf-8' })
  })

  test('is 304 without a body for a matching entity tag', async () => {
    const { headers } = await ask({ 'accept-encoding': 'br' })
    const again = await ask({ 'accept-encoding': 'br', 'if-none-match': `"other", ${headers.etag}` })
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, headers.etag])
    expect((await ask({ 'if-none-match': String(headers.etag) })).statusCode).toBe(200)
  })
})
