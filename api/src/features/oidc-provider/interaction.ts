import type { ServerResponse } from 'node:http'
import { oidcScopes } from '@openauth/client'
import type { Context, UserIdentity } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { findResource, scopesAskedOf } from './resources.ts'
import { isRefreshable } from './rotation.ts'
import { findEnabledClient } from './clients.ts'
import type { OidcProviderNeeds } from './needs.ts'
import type { AppProvider } from './providers.ts'

type Interaction = Awaited<ReturnType<AppProvider['provider']['interactionDetails']>>
type InteractionNeeds = Pick<OidcProviderNeeds, 'db'>

/** A browser's visit to the page: its request, whose cookie says which login it is about, and the answer, which the library needs. */
export interface Visit {
  found: AppProvider
  context: Context
  response: ServerResponse
}

/** Reads the login that this browser has begun. Throws `authorization_expired` for that of another browser, too. */
const readInteraction = async ({ found, context, response }: Visit): Promise<Interaction> => {
  try {
    return await found.provider.interactionDetails(context.message, response)
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') throw new Problem('authorization_expired')
    throw error
  }
}

const readClient = async ({ db }: InteractionNeeds, appId: string, { params }: Interaction) => {
  const client = await findEnabledClient(db, appId, parameter(params, 'client_id'))
  if (!client) throw new Problem('authorization_expired')
  return client
}

/** The APIs that the client wants tokens for, with the scopes of each that it asks for. */
const readResources = async ({ db }: InteractionNeeds, appId: string, { params }: Interaction) => {
  const given = params['resource']
  const indicators = (Array.isArray(given) ? given : [given]).filter((each): each is string => typeof each === 'string')
  const asked = parameter(params, 'scope').split(' ')
  const found = await Promise.all(
    indicators.map(async (indicator) => {
      const resource = await findResource(db, appId, indicator)
      return resource ? [{ indicator, ...resource, scopes: scopesAskedOf(resource, asked) }] : []
    }),
  )
  return found.flat()
}

/** A parameter of the client's request; '' for none. */
const parameter = (params: Interaction['params'], name: string): string => {
  const value = params[name]
  return typeof value === 'string' ? value : ''
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000)

/**
 * Since when a login counts, in seconds; 0: any does. `prompt=login` and `max_age` ask for a new one (OpenID Connect Core 1.0,
 * section 3.1.2.1).
 */
const loginSince = ({ params, prompt, iat }: Interaction): number => {
  const asksForLogin = parameter(params, 'prompt').split(' ').includes('login') && prompt.name === 'login'
  const maxAge = params['max_age'] === undefined ? undefined : Number(params['max_age'])
  return Math.max(asksForLogin ? iat : 0, maxAge === undefined ? 0 : Math.min(iat, seconds(new Date()) - maxAge))
}

/** What the page shows of a login that waits for the user. */
export const describeInteraction = async (deps: InteractionNeeds, visit: Visit) => {
  const interaction = await readInteraction(visit)
  const client = await readClient(deps, visit.found.appId, interaction)
  const asked = parameter(interaction.params, 'scope').split(' ')
  const hint = interaction.params['login_hint']
  const resources = await readResources(deps, visit.found.appId, interaction)
  return {
    client: { id: client.id, name: client.name },
    // Of a client that named itself users read where it is, too.
    registeredFor: client.registered ? returnsTo(parameter(interaction.params, 'redirect_uri')) : null,
    resources: resources.map(({ name, url, scopes }) => ({ name, url, scopes })),
    scopes: client.scopes.filter(
      (scope) => asked.includes(scope) || (scope === 'offline_access' && isRefreshable(asked, resources.length > 0)),
    ),
    asksForConsent: !client.skipsConsent,
    loginSince: loginSince(interaction),
    loginHint: typeof hint === 'string' ? hint.slice(0, 255) : null,
    // What was submitted did not do, such as the login of another account than `id_token_hint` names.
    isRepeated: interaction.lastSubmission?.login !== undefined,
  }
}

/** Where a login returns to, as users read it: the host, or the scheme of an app on a device. */
const returnsTo = (address: string): string => {
  const { host, protocol } = new URL(address)
  return host || protocol.slice(0, -1)
}

const readSession = async ({ db }: InteractionNeeds, { sessionId, userId }: UserIdentity) => {
  const session = await db.prisma.session.findFirst({ where: { id: sessionId, userId }, select: { createdAt: true } })
  if (!session) throw new Problem('unauthorized')
  return session
}

/** Grants what the client asks for, until the user's session ends. */
const grantAccess = async (
  deps: InteractionNeeds,
  { found }: Visit,
  interaction: Interaction,
  user: UserIdentity,
): Promise<string> => {
  const { provider, records } = found
  const clientId = parameter(interaction.params, 'client_id')
  const known = interaction.grantId === undefined ? undefined : await provider.Grant.find(interaction.grantId)
  const grant = known?.accountId === user.userId ? known : new provider.Grant({ clientId, accountId: user.userId })
  const asked = parameter(interaction.params, 'scope').split(' ')
  grant.addOIDCScope(oidcScopes.filter((scope) => asked.includes(scope)).join(' '))
  for (const { indicator, scopes } of await readResources(deps, found.appId, interaction))
    grant.addResourceScope(indicator, scopes.map(({ name }) => name).join(' '))
  const grantId = await grant.save()
  if (!(await records.bindGrant(grantId, user.sessionId))) throw new Problem('unauthorized')
  return grantId
}

/**
 * Answers a client's request for the user of this session, whom this browser shows by its token: a page of another site has neither
 * the token nor the cookie. Returns where the browser goes on. Throws `authorization_expired`, `login_again`, `unauthorized`.
 */
export const acceptInteraction = async (
  deps: InteractionNeeds,
  visit: Visit & { context: Context<UserIdentity> },
): Promise<{ continueAt: string }> => {
  const { found, context, response } = visit
  const { identity: user, message } = context
  const { appId, provider } = found
  const interaction = await readInteraction(visit)
  if (user.appId !== appId) throw new Problem('unauthorized')
  const client = await readClient(deps, appId, interaction)
  const session = await readSession(deps, user)
  if (seconds(session.createdAt) < loginSince(interaction)) throw new Problem('login_again')
  await deps.db.transaction((tx) =>
    record(tx, context, { action: 'oidc-client.login', appId, targetId: client.id, details: { name: client.name } }),
  )
  const grantId = await grantAccess(deps, visit, interaction, user)
  const result = {
    login: { accountId: user.userId, ts: seconds(session.createdAt), remember: true },
    consent: { grantId },
  }
  const continueAt = await provider.interactionResult(message, response, result, { mergeWithLastSubmission: false })
  return { continueAt }
}

/** Tells the client that the user does not want to. Throws `authorization_expired`. */
export const declineInteraction = async (visit: Visit): Promise<{ continueAt: string }> => {
  await readInteraction(visit)
  const { found, context, response } = visit
  const result = { error: 'access_denied', error_description: 'The user declined' }
  const options = { mergeWithLastSubmission: false }
  const continueAt = await found.provider.interactionResult(context.message, response, result, options)
  return { continueAt }
}
