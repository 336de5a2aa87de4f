import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createGuards, type GuardNeeds } from '../auth.ts'
import { answerHeaders } from '../browsers.ts'
import type { Context, UserIdentity } from '../handler.ts'
import { Problem } from '../errors.ts'
import { addressKey } from '../features/login/attempts.ts'
import {
  acceptInteraction,
  declineInteraction,
  describeInteraction,
  type Visit,
} from '../features/oidc-provider/interaction.ts'
import type { OidcProviderNeeds } from '../features/oidc-provider/needs.ts'
import { providerPolicy } from '../features/oidc-provider/pages.ts'
import { type AppProviders, createAppProviders } from '../features/oidc-provider/providers.ts'
import { type PlayerAppNeeds, readPlayerApp } from '../features/player/home.ts'
import { createContextReader } from '../mount.ts'
import { pageHeaders } from './page-headers.ts'

type Needs = OidcProviderNeeds & PlayerAppNeeds & Pick<GuardNeeds, 'tokens' | 'terms'>

const appIdForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Endpoints that keep a row for whoever calls them. */
const keepsRow = /^\/(auth|request|device|device\/auth|session\/end)(\/|$)/

const providerOf = async (providers: AppProviders, appId: string) => {
  if (!appIdForm.test(appId)) throw new Problem('app_not_found')
  return providers.get(appId)
}

/**
 * A request as the library reads it: below its issuer, and at the public address whatever name the browser used, so that nobody can
 * have it tell clients other addresses (RFC 8414, section 6.2).
 */
const asProviderRequest = (raw: IncomingMessage, appId: string, publicUrl: URL): IncomingMessage => {
  const { url = '' } = raw
  delete raw.headers['x-forwarded-host']
  raw.headers.host = publicUrl.host
  raw.headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1)
  return Object.assign(raw, { originalUrl: url, url: url.slice(`/oidc/${appId}`.length) })
}

/** The endpoints of OpenID Connect of each app that is a provider, below its issuer `/oidc/{appId}`. */
const endpoints = async (app: FastifyInstance, { deps, providers }: { deps: Needs; providers: AppProviders }) => {
  const publicUrl = new URL(deps.settings.publicUrl)
  // The library reads bodies itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_, __, done) => done(null))
  // A hijacked answer has none of the headers that others get.
  const { 'strict-transport-security': tls = '' }: Record<string, string> = answerHeaders
  const headers = {
    'strict-transport-security': tls,
    ...pageHeaders,
    'content-security-policy': providerPolicy,
    'x-content-type-options': 'nosniff',
  }
  app.all<{ Params: { appId: string; '*': string } }>('/oidc/:appId/*', async (request, reply) => {
    const { appId, '*': path } = request.params
    const found = await providerOf(providers, appId)
    if (keepsRow.test(`/${path}`)) await deps.attempts.consume(['oidcByIp', addressKey(request.ip)])
    reply.hijack()
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
    await found.callback(asProviderRequest(request.raw, appId, publicUrl), reply.raw)
  })
}

/** The calls of the page at `/authorize/{uid}`, below its path, to which the cookie of the login belongs. */
const interactions = (app: FastifyInstance, deps: Needs, providers: AppProviders): void => {
  const guards = createGuards(deps)
  const contextOf = createContextReader(deps, guards)
  const visitOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Visit> => {
    const found = await providerOf(providers, String((request.query as { app?: unknown }).app))
    return { found, context: contextOf(request, reply, {}), response: reply.raw }
  }
  const send = (reply: FastifyReply, data: unknown) => reply.header('cache-control', 'no-store').send({ data })

  app.get('/authorize/:uid/request', async (request, reply) => {
    request.identity = await guards.public(request, {})
    const visit = await visitOf(request, reply)
    const described = await describeInteraction(deps, visit)
    return send(reply, { app: await readPlayerApp(deps, visit.found.appId), ...described })
  })
  app.post('/authorize/:uid/accept', async (request, reply) => {
    request.identity = await guards.user(request, {})
    const visit = await visitOf(request, reply)
    const context = visit.context as Context<UserIdentity>
    return send(reply, await acceptInteraction(deps, { ...visit, context }))
  })
  app.post('/authorize/:uid/decline', async (request, reply) => {
    request.identity = await guards.public(request, {})
    return send(reply, await declineInteraction(await visitOf(request, reply)))
  })
}

/** Apps as OpenID providers, whose programs are the clients of `oidc-clients`. */
export const oidcProvider = async (app: FastifyInstance, deps: Needs): Promise<void> => {
  const providers = createAppProviders(deps)
  interactions(app, deps, providers)
  await app.register(endpoints, { deps, providers })
}
