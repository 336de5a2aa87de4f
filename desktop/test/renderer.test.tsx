import { ApiError, createClient, switchNames, type App } from '@openauth/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import type { Answer, ApiCall, Bridge, Server } from '../src/ipc.ts'
import { App as Console } from '../src/renderer/app/app.tsx'
import { hasSessionEnded } from '../src/renderer/api/query-client.ts'
import { queries, serverQuery } from '../src/renderer/api/queries.ts'
import { ipcTransport } from '../src/renderer/api/transport.ts'
import { Failed } from '../src/renderer/components/failed.tsx'
import { isFieldIssue, issueOf } from '../src/renderer/components/problems.ts'
import { enabledSwitches } from '../src/renderer/features/apps/switches.ts'
import { mismatchMessage } from '../src/renderer/features/setup/passwords.ts'

const address = 'https://auth.example.com'
const signedOut: Server = { address, signedIn: false }
const signedIn: Server = { address, signedIn: true }
const shop = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Shop <3',
  ...Object.fromEntries(switchNames.map((name) => [name, name === 'googleEnabled' || name === 'solEnabled'])),
} as App

type Known = [queryKey: readonly unknown[], data: unknown][]

const open = (path: string, known: Known) => {
  const queryClient = new QueryClient()
  for (const [queryKey, data] of known) queryClient.setQueryData(queryKey, data)
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <Console />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const server = (value: Server): Known[number] => [serverQuery.queryKey, value]
const config = (initialized: boolean): Known[number] => [queries.setup.config().queryKey, { initialized }]

describe('before sign-in the console', () => {
  test('shows a loading text first', () => expect(open('/', [])).toContain('Starting'))

  test('asks for a server with a labelled input', () => {
    const html = open('/server', [server({ address: null, signedIn: false })])
    expect(html).toMatch(/<label for="([^"]+)">Server address<\/label><input id="\1"/)
  })

  test('asks the server whether it is set up', () =>
    expect(open('/', [server(signedOut)])).toContain(`Connecting to ${address}`))

  test('shows the set-up form for a new server', () => {
    const html = open('/', [server(signedOut), config(false)])
    expect(html).toContain('Set up this server')
    expect(html).toContain('Repeat password')
  })

  test('shows the sign-in form for a server that is set up', () => {
    expect(open('/', [server(signedOut), config(true)])).toMatch(/<h1>Sign in<\/h1>.*current-password/)
  })

  test('warns if the connection is not encrypted', () => {
    const plain = { address: 'http://10.0.0.5:5566', signedIn: false }
    expect(open('/', [server(plain), config(true)])).toContain('not encrypted')
    expect(open('/', [server(signedOut), config(true)])).not.toContain('not encrypted')
  })
})

describe('the list of apps', () => {
  const list = (apps: App[]) => open('/apps', [server(signedIn), [queries.apps.list().queryKey, apps]])

  test('shows a loading text', () => expect(open('/apps', [server(signedIn)])).toContain('Loading apps'))
  test('without apps shows the command that creates one', () => expect(list([])).toContain('npx openauth apps create'))
  test('shows name, id and enabled switches', () => {
    const html = list([shop])
    expect(html).toContain('Shop &lt;3')
    expect(html).toContain(shop.id)
    expect(html).toContain('<li>Google</li><li>Solana</li>')
    expect(html).toContain('Sign out')
  })
  test('finds no enabled switch in an app with all of them off', () => {
    expect(enabledSwitches({ ...shop, googleEnabled: false, solEnabled: false })).toEqual([])
  })
  test('shows an error with a retry button', () => {
    const html = renderToStaticMarkup(<Failed error={new ApiError(503, { message: 'Busy' })} onRetry={() => {}} />)
    expect(html).toMatch(/role="alert".*Busy.*Try again/)
  })
})

describe('calls over ipc', () => {
  const calls: ApiCall[] = []
  const clientWith = (answer: Answer<unknown>) => {
    const api = async (call: ApiCall) => {
      calls.push(call)
      return answer
    }
    return createClient(ipcTransport(() => ({ api }) as unknown as Bridge))
  }

  test('send group, verb and input, and return the data of the envelope', async () => {
    const client = clientWith({ ok: true, result: { data: { initialized: true } } })
    expect(await client.setup.config()).toEqual({ initialized: true })
    expect(calls.at(-1)).toEqual({ group: 'setup', verb: 'config', input: {} })
  })

  test('fail with an ApiError with all fields of the answer', async () => {
    const issues = [{ path: 'name', message: 'too long' }]
    const error = { status: 400, message: 'The request is not valid', code: 'invalid_input', issues, retryAfter: 3 }
    const failure = await clientWith({ ok: false, error })
      .apps.create({ name: 'x' })
      .catch((thrown: unknown) => thrown)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject(error)
  })
})

test('a refused token ends the session, a wrong password does not', () => {
  expect(hasSessionEnded(new ApiError(401, { code: 'unauthorized' }))).toBe(true)
  expect(hasSessionEnded(new ApiError(401, { code: 'invalid_admin_login' }))).toBe(false)
})

test('an issue is displayed at its field, an error without a field above the button', () => {
  const error = new ApiError(400, { issues: [{ path: 'password', message: 'too short' }] })
  expect(issueOf(error, 'password')).toBe('Too short')
  expect(issueOf(error, 'username')).toBeUndefined()
  expect(isFieldIssue(error, ['password'])).toBe(true)
  expect(isFieldIssue(error, ['username'])).toBe(false)
  expect(isFieldIssue(new ApiError(503, {}), ['username'])).toBe(false)
})

test('two different passwords give an error message', () => {
  expect(mismatchMessage('a', 'b')).toBeDefined()
  expect(mismatchMessage('a', 'a')).toBeUndefined()
})
