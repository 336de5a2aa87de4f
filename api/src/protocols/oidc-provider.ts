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
import type { AppProvider, AppProviders } from '../features/oidc-provider/providers.ts'
import { registrationPath } from '../features/oidc-provider/provider.ts'
import { registerClient, RegistrationError } from '../features/oidc-provider/registration.ts'
import { type PlayerAppNeeds, readPlayerApp } from '../features/player/home.ts'
import { createContextReader } from '../mount.ts'
import { pageHeaders } from './page-headers.ts'

type Needs = OidcProviderNeeds & PlayerAppNeeds & Pick<GuardNeeds, 'tokens' | 'terms'> & { oidcProviders: AppProviders }

/** The most bytes of a client's metadata. */
const REGISTRATION_BYTES = 16_384

const appIdForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Endpoints that keep a row for whoever calls them. The library's router ignores case. */
const keepsRow = /^\/(auth|request|device|device\/auth|session\/end)(\/|$)/i

const providerOf = async (providers: AppProviders, appId: string) => {
  if (!appIdForm.test(appId)) throw new Problem('app_not_found')
  return providers.get(appId)
}

/**
 * A request as the library reads it: below its issuer, and at the public address whatever name the browser used, so that nobody can
 * have it tell clients other addresses (RFC 8414, section 6.2).
 */
const asProviderRequest = (raw: IncomingMessage, appId: string, path: string, publicUrl: URL): IncomingMessage => {
  delete raw.headers['x-forwarded-host']
  raw.headers.host = publicUrl.host
  raw.headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1)
  return Object.assign(raw, { originalUrl: `/oidc/${appId}${path}`, url: path })
}

/** Where clients look for an issuer with a path: the well-known name stands before it (RFC 8414, section 3.1). */
const wellKnownNames = ['oauth-authorization-server', 'openid-configuration'] as const

/** The endpoints of OpenID Connect of each app that is a provider, below its issuer `/oidc/{appId}`. */
const endpoints = async (app: FastifyInstance, { deps }: { deps: Needs }) => {
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
  const answer = async ({ raw }: FastifyRequest, reply: FastifyReply, found: AppProvider, path: string) => {
    reply.hijack()
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
    await found.callback(asProviderRequest(raw, found.appId, path, publicUrl), reply.raw)
  }
  app.all<{ Params: { appId: string; '*': string } }>('/oidc/:appId/*', async (request, reply) => {
    const { appId, '*': path } = request.params
    const found = await providerOf(deps.oidcProviders, appId)
    if (keepsRow.test(`/${path}`)) await deps.attempts.consume(['oidcByIp', addressKey(request.ip)])
    await answer(request, reply, found, request.raw.url!.slice(`/oidc/${appId}`.length))
  })
  for (const name of wellKnownNames)
    app.get<{ Params: { appId: string } }>(`/.well-known/${name}/oidc/:appId`, async (request, reply) => {
      const found = await providerOf(deps.oidcProviders, request.params.appId)
      await answer(request, reply, found, `/.well-known/${name}`)
    })
}

/** Registrations of clients (RFC 7591), of apps that let them register themselves. */
const registrations = (app: FastifyInstance, deps: Needs): void => {
  app.post<{ Params: { appId: string } }>(
    `/oidc/:appId${registrationPath}`,
    { bodyLimit: REGISTRATION_BYTES },
    async (request, reply) => {
      const { appId } = request.params
      await providerOf(deps.oidcProviders, appId)
      if (!(await deps.loginApps.get(appId)).oidcRegistrationEnabled) throw new Problem('app_not_found')
      await deps.attempts.consume(['oidcRegistrationByIp', addressKey(request.ip)])
      void reply.header('cache-control', 'no-store')
      try {
        return await reply.code(201).send(await registerClient(deps.db, appId, request.body))
      } catch (error) {
        if (!(error instanceof RegistrationError)) throw error
        return reply.code(400).send({ error: error.code, error_description: error.message })
      }
    },
  )
}

/** The calls of the page at `/authorize/{uid}`, below its path, to which the cookie of the login belongs. */
const interactions = (app: FastifyInstance, deps: Needs): void => {
  const guards = createGuards(deps)
  const contextOf = createContextReader(deps, guards)
  const visitOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Visit> => {
    const found = await providerOf(deps.oidcProviders, String((request.query as { app?: unknown }).app))
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
  interactions(app, deps)
  registrations(app, deps)
  await app.register(endpoints, { deps })
}
