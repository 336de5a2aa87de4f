import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAgent, startMcpServer } from './agents.testing.ts'
import { useProvider } from './provider.testing.ts'

// Agents, by the authorization profile of the Model Context Protocol, with its published SDK for TypeScript.

const world = useProvider()
let api: Awaited<ReturnType<typeof startMcpServer>>
beforeAll(async () => {
  api = await startMcpServer()
  const { admin, app, issuer } = world()
  await admin.apps.update({ id: app.id, oidcRegistrationEnabled: true })
  const scopes = [
    { name: 'notes.read', description: 'read your notes' },
    { name: 'notes.write', description: 'change your notes' },
  ]
  api.trusts({
    issuer,
    resource: await admin.oidcResources.create({ appId: app.id, url: api.address, name: 'Notes', scopes }),
  })
})
afterAll(() => api.stop())

/** Logs the user in at the address to which an agent sends the browser. */
const logIn = async (authorization: URL) => {
  const { browser, ada } = world()
  const visitor = browser()
  const page = await visitor.follow(authorization)
  const { body } = await visitor.call(page, 'request')
  return { shown: body.data, back: await visitor.accept(page, ada.token) }
}

test('an agent finds the provider from the API, registers, logs in with PKCE and calls a tool', async () => {
  const { kept, provider } = createAgent()
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(api.address), { authProvider: provider })
    const client = new Client({ name: 'Agent', version: '1.0.0' })
    return { transport, client, connected: client.connect(transport) }
  }
  const first = await connect()
  await expect(first.connected).rejects.toThrow(/unauthorized/i)
  expect(kept.information).toMatchObject({ token_endpoint_auth_method: 'none' })
  expect(kept.information).not.toHaveProperty('client_secret')
  expect(kept.authorization!.searchParams.get('resource')).toBe(api.address)
  expect(kept.authorization!.searchParams.get('code_challenge_method')).toBe('S256')
  const { shown, back } = await logIn(kept.authorization!)
  expect(shown).toMatchObject({
    client: { name: 'Agent' },
    registeredFor: '127.0.0.1:8123',
    asksForConsent: true,
    resources: [{ name: 'Notes', url: api.address, scopes: [{ name: 'notes.read' }, { name: 'notes.write' }] }],
  })
  await first.transport.finishAuth(back.searchParams.get('code')!)
  const { client, connected } = await connect()
  await connected
  const { content } = await client.callTool({ name: 'whoami' })
  expect(content).toEqual([{ type: 'text', text: `${world().ada.id} notes.read notes.write` }])
  await client.close()
})

describe('tokens of an agent', () => {
  const granted = async () => {
    const agent = createAgent()
    expect(await auth(agent.provider, { serverUrl: api.address })).toBe('REDIRECT')
    const { back } = await logIn(agent.kept.authorization!)
    const code = back.searchParams.get('code')!
    expect(await auth(agent.provider, { serverUrl: api.address, authorizationCode: code })).toBe('AUTHORIZED')
    return agent
  }

  test('are JWTs for one API and one user, from one issuer', async () => {
    const { kept } = await granted()
    const claims = decodeJwt(kept.tokens!.access_token)
    expect(claims).toMatchObject({
      iss: world().issuer,
      aud: api.address,
      sub: world().ada.id,
      client_id: kept.information!.client_id,
      scope: 'notes.read notes.write',
    })
    expect(claims.exp! - claims.iat!).toBe(900)
  })

  test('are refreshed by the SDK', async () => {
    const { kept, provider } = await granted()
    const before = kept.tokens!
    expect(before.refresh_token).toBeDefined()
    expect(await auth(provider, { serverUrl: api.address })).toBe('AUTHORIZED')
    expect(kept.tokens!.access_token).not.toBe(before.access_token)
    expect(decodeJwt(kept.tokens!.access_token).aud).toBe(api.address)
  })
})

test('the metadata of an issuer with a path stands where RFC 8414 puts it', async () => {
  const { issuer, server, app } = world()
  for (const name of ['oauth-authorization-server', 'openid-configuration']) {
    const response = await fetch(`${server.url}/.well-known/${name}/oidc/${app.id}`)
    expect([response.status, await response.json()]).toMatchObject([
      200,
      {
        issuer,
        token_endpoint: `${issuer}/token`,
        registration_endpoint: `${issuer}/register`,
        code_challenge_methods_supported: ['S256'],
      },
    ])
  }
})
