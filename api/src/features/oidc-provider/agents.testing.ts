import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { OidcResource } from '@openauth/client'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'

/** What an API on loopback knows of the app whose tokens it takes. */
interface Trust {
  issuer: string
  resource: OidcResource
}

/** An MCP server with one tool, which tells who calls it. It verifies tokens as any API would: by the keys of the issuer. */
export const startMcpServer = async () => {
  let trust: Trust | undefined
  const verify = async (token: string): Promise<JWTPayload> => {
    const { issuer, resource } = trust!
    const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`))
    return (await jwtVerify(token, keys, { issuer, audience: resource.url, typ: 'at+jwt' })).payload
  }
  const refuse = (response: ServerResponse) => {
    const metadata = new URL('/.well-known/oauth-protected-resource/mcp', address).href
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end()
  }
  const serve = async (request: IncomingMessage, response: ServerResponse, caller: JWTPayload) => {
    const server = new McpServer({ name: 'Notes', version: '1.0.0' })
    server.registerTool('whoami', { description: 'Says who calls' }, () => ({
      content: [{ type: 'text', text: `${caller.sub} ${String(caller['scope'])}` }],
    }))
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
    await server.connect(transport)
    await transport.handleRequest(request, response)
  }
  const listener = createServer(async (request, response) => {
    if (request.url === '/.well-known/oauth-protected-resource/mcp') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(trust!.resource.metadata))
      return
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const caller = token === undefined ? undefined : await verify(token).catch(() => undefined)
    if (caller) await serve(request, response, caller)
    else refuse(response)
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`
  return {
    address,
    verify,
    trusts: (given: Trust) => (trust = given),
    stop: () => {
      listener.closeAllConnections()
      listener.close()
    },
  }
}

/** Where agents of the tests are returned to; nothing listens there. */
export const agentRedirect = 'http://127.0.0.1:8123/callback'

/** What a program keeps of the login of an agent, as the SDK asks for it. */
export const createAgent = (metadata: Partial<OAuthClientMetadata> = {}) => {
  const kept: {
    information?: OAuthClientInformationMixed
    tokens?: OAuthTokens
    verifier?: string
    authorization?: URL
  } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: agentRedirect,
    clientMetadata: { client_name: 'Agent', redirect_uris: [agentRedirect], ...metadata },
    clientInformation: () => kept.information,
    saveClientInformation: (information) => void (kept.information = information),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.authorization = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier!,
  }
  return { kept, provider }
}
