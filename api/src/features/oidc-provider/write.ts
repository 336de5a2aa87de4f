import type { contract, HandlerInput } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Prisma, Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { isFetchable } from '../../lib/safe-fetch.ts'
import { lockApp } from '../apps/require-app.ts'
import { record } from '../audit/record.ts'
import { withoutUndefined } from '../content/changes.ts'
import { nextVersion, requireUnchanged } from '../versions.ts'
import { newClientSecret, type StoredClient, storedClient } from './clients.ts'

type WriteNeeds = Pick<Platform, 'db'> & { settings: Pick<Platform['settings'], 'outboundAllow'> }
interface Key {
  appId: string
  clientId: string
}

const MAX_CLIENTS = 100

const refuse = (path: string, message: string): never => {
  throw new Problem('invalid_input', { message: `${path} ${message}`, issues: [{ path, message }] })
}

/** What fields alone do not say. Throws `invalid_input`. */
const requireConsistent = (client: Omit<StoredClient, 'id'>, allow: readonly string[]): void => {
  const { redirectUris, deviceLogins, subjects, authentication, publicKeys, backchannelLogoutUri: logout } = client
  if (redirectUris.length === 0 && !deviceLogins)
    refuse('redirectUris', 'must have an address, unless it logs in on devices')
  if (authentication === 'private_key_jwt' && publicKeys.length === 0) refuse('publicKeys', 'must have a key')
  if (authentication !== 'private_key_jwt' && publicKeys.length > 0)
    refuse('publicKeys', 'are for private_key_jwt alone')
  if (authentication === 'none' && !client.requiresPkce)
    refuse('requiresPkce', 'must be on for a client without a secret or key')
  if (client.registered && client.skipsConsent) refuse('skipsConsent', 'is not for a client that registered itself')
  // OpenID Connect Core 1.0, section 8.1: ids of users are the same for the clients of one host.
  if (subjects === 'pairwise' && new Set(redirectUris.map((uri) => new URL(uri).host)).size !== 1)
    refuse('redirectUris', 'of a client with pairwise subjects must be on one host')
  if (logout !== null && !isFetchable(logout, allow))
    refuse('backchannelLogoutUri', 'is not on the public internet, and OPENAUTH_OUTBOUND_ALLOW does not have it')
}

const toldNames = [
  'name',
  'authentication',
  'subjects',
  'redirectUris',
  'postLogoutRedirectUris',
  'backchannelLogoutUri',
  'scopes',
  'idTokenAlgorithm',
  'skipsConsent',
  'deviceLogins',
  'requiresPkce',
  'enabled',
] as const satisfies (keyof StoredClient)[]

const lockClient = async (tx: Tx, { appId, clientId: id }: Key): Promise<StoredClient> => {
  await lockApp(tx, appId)
  const row = await tx.oidcClient.findFirst({ where: { id, appId } })
  if (!row) throw new Problem('oidc_client_not_found')
  return storedClient(row)
}

/** Throws `app_not_found`, `too_many_oidc_clients`, `invalid_input`. */
export const createClient = async (
  { db, settings }: WriteNeeds,
  input: HandlerInput<typeof contract.oidcClients.create>,
  context: Context,
): Promise<{ client: StoredClient; clientSecret: string | null }> => {
  const { appId, ...fields } = input
  const { clientSecret, ...secret } = newClientSecret(fields.authentication)
  const times = { registered: false, logins: 0, lastLoginAt: null, createdAt: new Date(), updatedAt: new Date() }
  requireConsistent({ ...fields, ...secret, ...times, appId }, settings.outboundAllow)
  const client = await db.transaction(async (tx) => {
    await lockApp(tx, appId)
    if ((await tx.oidcClient.count({ where: { appId, registered: false } })) >= MAX_CLIENTS)
      throw new Problem('too_many_oidc_clients')
    const row = storedClient(await tx.oidcClient.create({ data: { ...fields, ...secret, appId } }))
    const { name, authentication, redirectUris } = row
    const details = { name, authentication, redirectUris }
    await record(tx, context, { action: 'oidc-client.create', appId, targetId: row.id, details })
    return row
  })
  return { client, clientSecret }
}

const told = (client: StoredClient, names: readonly string[]) =>
  Object.fromEntries(
    toldNames.filter((name) => names.includes(name)).map((name) => [name, client[name]]),
  ) as Prisma.InputJsonObject

const differs = (before: unknown, after: unknown): boolean => JSON.stringify(before) !== JSON.stringify(after)

/** Throws `app_not_found`, `oidc_client_not_found`, `changed_meanwhile`, `invalid_input`. */
export const updateClient = (
  { db, settings }: WriteNeeds,
  { appId, clientId, expectedUpdatedAt, ...given }: HandlerInput<typeof contract.oidcClients.update>,
  context: Context,
): Promise<StoredClient> => {
  const fields = withoutUndefined(given)
  return db.transaction(async (tx) => {
    const before = await lockClient(tx, { appId, clientId })
    requireUnchanged(before.updatedAt, expectedUpdatedAt)
    requireConsistent({ ...before, ...fields }, settings.outboundAllow)
    const data = { ...fields, updatedAt: nextVersion(before.updatedAt) }
    const after = storedClient(await tx.oidcClient.update({ where: { id: clientId }, data }))
    // Of keys the trail says that they changed; they are long.
    const changed: string[] = [...toldNames, 'publicKeys' as const].filter((name) => differs(before[name], after[name]))
    const details = {
      ...(changed.includes('name') ? {} : { name: after.name }),
      changed,
      before: told(before, changed),
      after: told(after, changed),
    }
    if (changed.length > 0)
      await record(tx, context, { action: 'oidc-client.update', appId, targetId: clientId, details })
    return after
  })
}

/** Throws `app_not_found`, `oidc_client_not_found`, `no_client_secret`. */
export const rotateClientSecret = ({ db }: WriteNeeds, key: Key, context: Context) =>
  db.transaction(async (tx) => {
    const { name, authentication, updatedAt } = await lockClient(tx, key)
    const { clientSecret, ...secret } = newClientSecret(authentication)
    if (clientSecret === null) throw new Problem('no_client_secret')
    const data = { ...secret, updatedAt: nextVersion(updatedAt) }
    const client = storedClient(await tx.oidcClient.update({ where: { id: key.clientId }, data }))
    const event = { action: 'oidc-client.secret-rotate', appId: key.appId, targetId: key.clientId, details: { name } }
    await record(tx, context, event)
    return { client, clientSecret }
  })

/** Deletes a client with its grants and tokens. Throws `app_not_found`, `oidc_client_not_found`. */
export const deleteClient = ({ db }: WriteNeeds, key: Key, context: Context): Promise<void> =>
  db.transaction(async (tx) => {
    const { name } = await lockClient(tx, key)
    await tx.oidcClient.delete({ where: { id: key.clientId } })
    await record(tx, context, {
      action: 'oidc-client.delete',
      appId: key.appId,
      targetId: key.clientId,
      details: { name },
    })
  })
