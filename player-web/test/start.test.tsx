import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, clientOf, endpoints, fetchTransport } from '@openauth/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Frame } from '../src/features/start/frame.tsx'
import { StartView } from '../src/features/start/start-view.tsx'
import { stateOf, type StartState } from '../src/features/start/state.ts'

const show = (state: StartState, busy = false) =>
  renderToStaticMarkup(<StartView state={state} busy={busy} onRetry={() => {}} />)

const framed = (state: StartState) =>
  renderToStaticMarkup(
    <Frame>
      <StartView state={state} busy={false} onRetry={() => {}} />
    </Frame>,
  )

/** The state after a server answers `/player/config` with this response. */
const stateAfter = async (status: number, type: string, body: string): Promise<StartState> => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/player/config' ? status : 404, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = clientOf({ player: endpoints.player }, fetchTransport({ baseUrl }))
  const state = await client.player.config().then(
    (data) => stateOf({ data, error: null }),
    (error: unknown) => stateOf({ data: undefined, error }),
  )
  await new Promise((resolve) => server.close(resolve))
  return state
}

describe('the state of the start page after a server’s response', () => {
  test.each([
    [200, 'application/json', '{"data":{"initialized":false}}', { kind: 'new' }],
    [200, 'application/json', '{"data":{"initialized":true}}', { kind: 'initialized' }],
    [503, 'application/json', '{"message":"The database cannot be reached"}', /database cannot be reached/],
    [502, 'text/html', '<h1>Bad gateway</h1>', /.+/],
  ])('%i, %s: %s', async (status, type, body, expected) => {
    const state = await stateAfter(status, type, body)
    if (expected instanceof RegExp) expect(state).toEqual({ kind: 'failed', reason: expect.stringMatching(expected) })
    else expect(state).toEqual(expected)
  })

  test('no response has a reason of its own', () => {
    const state = stateOf({ data: undefined, error: new ApiError(0, {}) })
    expect(state).toEqual({ kind: 'failed', reason: expect.stringContaining('still running') })
  })

  test('a response of another program has a reason of its own', () => {
    expect(stateOf({ data: undefined, error: new TypeError() })).toMatchObject({ reason: /proxy/ })
  })

  test('a later failure does not change the page', () => {
    expect(stateOf({ data: { initialized: true }, error: new ApiError(0, {}) })).toEqual({ kind: 'initialized' })
  })
})

describe('the page', () => {
  test('is busy while it loads', () => expect(show({ kind: 'loading' }, true)).toContain('aria-busy="true"'))

  test('shows an error and a button to try again', () => {
    const html = show({ kind: 'failed', reason: '<b>broken</b>' })
    expect(html).toContain('&lt;b&gt;broken')
    expect(html).toMatch(/<button[^>]*>Try again/)
  })

  test('shows the command that creates the first admin, before initialization', () => {
    expect(show({ kind: 'new' })).toContain('<code>npx openauth setup</code>')
  })

  test('shows how to create an app and the API reference, after initialization', () => {
    const html = show({ kind: 'initialized' })
    expect(html).toContain('npx openauth apps create --name')
    expect(html).toContain('href="/docs"')
  })

  test.each(['new', 'initialized'] as const)('names the console only where the server does: %s', (kind) => {
    const html = renderToStaticMarkup(
      <StartView state={{ kind }} busy={false} onRetry={() => {}} consoleUrl="/console/" />,
    )
    expect(html).toContain('<a href="/console/">')
    expect(show({ kind })).not.toContain('onsole')
  })

  test('has landmarks for screen readers and one heading', () => {
    const html = framed({ kind: 'initialized' })
    for (const tag of ['<header', '<main', '<footer']) expect(html).toContain(tag)
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  test('has no inline style, which the content security policy blocks', () => {
    for (const kind of ['loading', 'new', 'initialized'] as const)
      expect(framed({ kind })).not.toMatch(/\sstyle=|<style/)
  })
})
