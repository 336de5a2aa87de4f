import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestServer } from '../testing.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}

interface Export {
  resourceSpans: {
    resource: { attributes: Span['attributes'] }
    scopeSpans: { spans: Span[] }[]
  }[]
}

let receiver: Server
let posts: { path: string; headers: IncomingHttpHeaders; body: Buffer }[]
let address: string
let server: TestServer | undefined

/** An OTLP receiver on loopback. https://opentelemetry.io/docs/specs/otlp/#otlphttp */
beforeEach(async () => {
  posts = []
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const isZipped = request.headers['content-encoding'] === 'gzip'
    posts.push({ path: request.url!, headers: request.headers, body: isZipped ? gunzipSync(body) : body })
    response
      .setHeader('content-type', request.headers['content-type']!)
      .end(request.headers['content-type'] === 'application/json' ? '{}' : undefined)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  receiver.close()
})

const exported = () => posts.map(({ body }) => JSON.parse(body.toString()) as Export)
const spansOf = () =>
  exported().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )
const factsOf = ({ attributes }: Pick<Span, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

test('a request is a span in the trace of its traceparent, with spans of statements within it, and no secret or name', async () => {
  server = await testServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: address,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'auth of a game',
  })
  const admin = await signInAsAdmin(server)
  const app = await createTestApp(server, admin, 'Traced')
  const user = await signInAs(server, app.id, 'ada-lovelace')
  const traced = await server.send('PATCH', `/admin/apps/${app.id}`, {
    token: admin,
    body: { name: 'A secret project' },
    headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
  })
  expect(traced.status).toBe(200)
  await server.send('GET', '/healthz')
  await server.send('GET', '/readyz')
  await server.stop()
  server = undefined

  expect(posts.map(({ path }) => path)).toContain('/v1/traces')
  const [{ resourceSpans } = { resourceSpans: [] }] = exported()
  expect(factsOf(resourceSpans[0]!.resource)).toMatchObject({
    'service.name': 'auth of a game',
    'service.version': '0.1.0',
  })
  const spans = spansOf().filter(({ traceId }) => traceId === TRACE)
  const request = spans.find(({ parentSpanId }) => parentSpanId === PARENT)!
  expect(request).toMatchObject({ name: 'PATCH /admin/apps/:id', kind: 2 })
  expect(factsOf(request)).toMatchObject({
    'http.request.method': 'PATCH',
    'http.route': '/admin/apps/:id',
    'http.response.status_code': 200,
    'openauth.request_id': traced.headers.get('x-request-id'),
  })
  // The guard's statements, before the body is read, and those of the handler after it.
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  expect(statements.length).toBeGreaterThan(2)
  const texts = statements.map((span) => factsOf(span)['db.query.text'])
  expect(texts).toContainEqual(expect.stringMatching(/^UPDATE .*"App"/))
  expect(spans.length).toBe(statements.length + 1)
  const everything = Buffer.concat(posts.map(({ body }) => body)).toString()
  for (const told of ['ada-lovelace', 'secret project', user.token, admin, app.secret, user.id, app.id])
    expect(everything.includes(told)).toBe(false)
  expect(spansOf().filter(({ name }) => /healthz|readyz/.test(name))).toEqual([])
})

test('concurrent requests with bodies keep their traces apart', async () => {
  server = await testServer({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' })
  const admin = await signInAsAdmin(server)
  const app = await createTestApp(server, admin, 'Traced')
  const names = Array.from({ length: 12 }, (_, n) => n.toString(16).padStart(32, 'a'))
  await Promise.all(
    names.map((trace, n) =>
      server!.send('POST', '/user/login-username', {
        body: { appId: app.id, type: 'register', username: `user-${n}`, password: 'correct horse battery' },
        headers: { traceparent: `00-${trace}-${PARENT}-01` },
      }),
    ),
  )
  await server.stop()
  server = undefined
  for (const trace of names) {
    const spans = spansOf().filter(({ traceId }) => traceId === trace)
    expect(spans.filter(({ kind }) => kind === 2)).toHaveLength(1)
    expect(spans.length).toBeGreaterThan(1)
  }
})

test('a failure is marked, without its message', async () => {
  server = await testServer({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' })
  await server.resources.db.prisma.$queryRaw`SELECT 1 / (SELECT 0)`.catch(() => undefined)
  await server.send('GET', '/nothing/here')
  await server.stop()
  server = undefined
  const failed = spansOf().find((span) => span.status.code === 2)!
  expect(factsOf(failed)).toMatchObject({ 'db.system.name': 'postgresql', 'error.type': '22012' })
  expect(spansOf().map(({ name }) => name)).toContain('GET')
  expect(posts.map(({ body }) => body.toString()).join()).not.toMatch(/division by zero|nothing\/here/)
})

test('protobuf, the standard form, is what a receiver gets by default, at the address of traces as it is', async () => {
  server = await testServer({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${address}/tenant/traces` })
  await server.send('GET', '/openapi.json')
  await server.stop()
  server = undefined
  expect(posts.length).toBeGreaterThan(0)
  for (const { path, headers } of posts)
    expect([path, headers['content-type']]).toEqual(['/tenant/traces', 'application/x-protobuf'])
  const all = Buffer.concat(posts.map(({ body }) => body))
  // Field 1 of ExportTraceServiceRequest, length-delimited, and the names in it.
  expect(all[0]).toBe(0x0a)
  expect(all.includes('GET /openapi.json')).toBe(true)
})

test('a receiver that is away fails no request and no stop', async () => {
  receiver.close()
  server = await testServer({ OTEL_EXPORTER_OTLP_ENDPOINT: address })
  expect((await server.send('GET', '/readyz')).status).toBe(200)
  expect((await server.send('GET', '/openapi.json')).status).toBe(200)
  await server.stop()
  server = undefined
})

test('nothing is traced where it is off', async () => {
  server = await testServer({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_SDK_DISABLED: 'true' })
  await server.send('GET', '/openapi.json')
  await server.stop()
  server = undefined
  expect(posts).toEqual([])
})
