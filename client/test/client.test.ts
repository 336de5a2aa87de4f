import { createServer, type IncomingMessage, type Server } from 'node:http'
import { ApiError, contract, createClient, createQueries, errors, fetchTransport, splitInput } from '@openauth/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

// The client alone, against a server with fixed answers that records its requests.

interface Answer {
  status?: number
  headers?: Record<string, string>
  body: string
}
let server: Server
let url: string
let answer: Answer
let asked: { method?: string | undefined; path?: string | undefined; headers: IncomingMessage['headers']; body: string }

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked = { method: request.method, path: request.url, headers: request.headers, body }
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers }).end(answer.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  answer = { body: '{"data":{}}' }
})

const as = (token?: string, onError?: (error: ApiError) => void) =>
  createClient(fetchTransport({ baseUrl: `${url}/`, token: () => token, ...(onError ? { onError } : {}) }))
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: ApiError) => error,
  )
const id = '7d1c6a3e-58b1-4f6a-9d43-0d1f4c2a9b10'

describe('a call', () => {
  test('puts path parameters into the path, other fields of a GET into the query, and unwraps the envelope', async () => {
    answer.body = '{"data":[{"id":"x"}],"meta":{"totalItems":1,"totalPages":1}}'
    const result = await as('t').users.list({ appId: id, page: 2, search: 'a b&c=ä' })
    expect(asked).toMatchObject({
      method: 'GET',
      path: `/admin/apps/${id}/users?page=2&search=a+b%26c%3D%C3%A4`,
      body: '',
    })
    expect(asked.headers.authorization).toBe('Bearer t')
    expect(result).toEqual({ data: [{ id: 'x' }], meta: { totalItems: 1, totalPages: 1 } })
  })

  test('sends the other fields of a POST or PATCH as JSON, without the path parameter and undefined fields', async () => {
    answer.body = '{"data":{"id":"x"}}'
    expect(await as().apps.update({ id, description: null, jwtTTL: 5 })).toEqual({ id: 'x' })
    expect(asked).toMatchObject({ method: 'PATCH', path: `/admin/apps/${id}`, body: '{"description":null,"jwtTTL":5}' })
    expect(asked.headers['content-type']).toBe('application/json')
    expect(asked.headers.authorization).toBeUndefined()
  })

  test('encodes a path parameter, so that it cannot change the path', () => {
    expect(splitInput(contract.apps.get, { id: '../admins/1?x=#' }).path).toBe('/admin/apps/..%2Fadmins%2F1%3Fx%3D%23')
  })
})

describe('a failure', () => {
  test('has status, code, message, issues, request id and retry-after', async () => {
    const body = {
      message: 'Too many attempts',
      code: 'too_many_attempts',
      requestId: 'r1',
      issues: [{ path: 'a', message: 'b' }],
    }
    answer = { status: 429, headers: { 'retry-after': '30' }, body: JSON.stringify(body) }
    const seen: ApiError[] = []
    const error = await refusal(as('t', (failed) => seen.push(failed)).account.profile())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 429, ...body, retryAfter: 30 })
    expect(seen).toEqual([error])
  })

  test.each([
    ['HTML', { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' }],
    ['broken JSON', { status: 500, body: '{"message":' }],
    ['JSON without a message', { status: 500, body: '{}' }],
    ['JSON that is no object', { status: 500, body: '"no"' }],
  ])('of %s has the text that existing clients show', async (_, given) => {
    answer = given
    expect(await refusal(as().setup.config())).toMatchObject({ status: given.status, message: 'Unkown error' })
  })

  test('of the network has status 0 and the cause', async () => {
    const nowhere = createClient(fetchTransport({ baseUrl: 'http://127.0.0.1:1' }))
    const error = await refusal(nowhere.setup.config())
    expect(error).toMatchObject({ status: 0, message: 'Unkown error' })
    expect(error.cause).toBeInstanceOf(Error)
  })
})

test('queries: reads have a key with their input, and other calls are mutations', async () => {
  const queries = createQueries(as())
  answer.body = '{"data":{"id":"x"}}'
  const query = queries.apps.get({ id })
  expect(query.queryKey).toEqual(['apps', 'get', { id }])
  expect(await query.queryFn({})).toEqual({ id: 'x' })
  const mutation = queries.apps.create()
  expect(mutation.mutationKey).toEqual(['apps', 'create'])
  await mutation.mutationFn({ name: 'New' })
  expect(asked).toMatchObject({ method: 'POST', path: '/admin/apps', body: '{"name":"New"}' })
})

test('every error code has a valid error status and a message', () => {
  for (const [code, [status, message]] of Object.entries(errors)) {
    expect([code, status >= 400 && status < 600]).toEqual([code, true])
    expect(message.length).toBeGreaterThan(3)
  }
})
