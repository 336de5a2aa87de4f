import { randomUUID } from 'node:crypto'
import type { contract, HandlerInput, OidcConnection } from '@openauth/client'
import type { Context } from '../../handler.ts'
import { isUniqueViolation, type Prisma, type Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import type { Custody } from '../../custody/index.ts'
import { hasDomain } from '../../lib/email-domain.ts'
import { isFetchable } from '../../lib/safe-fetch.ts'
import { lockApp } from '../apps/require-app.ts'
import { record } from '../audit/record.ts'
import { withoutUndefined } from '../content/changes.ts'
import { withDataKey } from '../keys/data-keys.ts'
import { nextVersion, requireUnchanged } from '../versions.ts'
import { SECRET_PURPOSE, type StoredConnection, storedConnection } from './connections.ts'
import type { ConnectionNeeds } from './needs.ts'

type WriteNeeds = Pick<ConnectionNeeds, 'db' | 'keys' | 'oidc'> & {
  settings: Pick<Platform['settings'], 'outboundAllow'>
}
type Key = { appId: string; connectionId: string }

/** The fields that the audit trail tells, which has no secret. */
const toldNames = [
  'title',
  'issuer',
  'clientId',
  'scopes',
  'claims',
  'clientAuthentication',
  'domains',
  'onlyDomains',
  'trustsEmails',
  'createsUsers',
  'showsButton',
  'enabled',
] as const satisfies (keyof OidcConnection)[]

const seal = (tx: Tx, keys: Custody, { appId, id }: { appId: string; id: string }, secret: string) =>
  withDataKey(tx, keys, { owner: 'app', appId }, ({ seal: sealed }) => sealed(SECRET_PURPOSE, id, secret))

/** An issuer that this server may call, so that the mistake shows at once. */
const requireCallable = (issuer: string | undefined, allow: readonly string[]): void => {
  if (issuer === undefined || isFetchable(issuer, allow)) return
  const message = 'is not on the public internet, and OPENAUTH_OUTBOUND_ALLOW does not have it'
  throw new Problem('invalid_input', { message: `The issuer ${message}`, issues: [{ path: 'issuer', message }] })
}

/** A domain is of one connection: otherwise it would depend on chance to whom a person is sent. Call it with the app locked. */
const requireFreeDomains = async (
  tx: Tx,
  { appId, connectionId }: { appId: string; connectionId?: string },
  domains: readonly string[] = [],
): Promise<void> => {
  const others = await tx.oidcConnection.findMany({
    where: { appId, ...(connectionId === undefined ? {} : { id: { not: connectionId } }) },
    select: { domains: true },
  })
  const taken = others.flatMap((other) => other.domains)
  const found = domains.find((domain) => hasDomain(taken, domain))
  if (found !== undefined) throw new Problem('domain_taken', { issues: [{ path: 'domains', message: `has ${found}` }] })
}

/** Without a domain nobody could log in. */
const requireDomains = ({ onlyDomains, domains }: Pick<StoredConnection, 'onlyDomains' | 'domains'>): void => {
  if (!onlyDomains || domains.length > 0) return
  throw new Problem('invalid_input', { issues: [{ path: 'domains', message: 'must have one, if only these log in' }] })
}

/** Whoever may change a connection must not learn its secret by having it sent to a server of his own. */
const requireSecretOfIssuer = (
  before: string,
  { issuer, clientSecret }: { issuer?: string; clientSecret?: string },
): void => {
  if (issuer === undefined || clientSecret !== undefined || new URL(issuer).origin === new URL(before).origin) return
  const message = 'must be given with an issuer on another server, which the stored one is not sent to'
  throw new Problem('invalid_input', { issues: [{ path: 'clientSecret', message }] })
}

const lockConnection = async (tx: Tx, { appId, connectionId: id }: Key): Promise<StoredConnection> => {
  await lockApp(tx, appId)
  const row = await tx.oidcConnection.findFirst({ where: { id, appId } })
  if (!row) throw new Problem('connection_not_found')
  return storedConnection(row)
}

/** Throws `app_not_found`, `connection_exists`, `domain_taken`, `invalid_input`. */
export const createConnection = async (
  { db, keys, oidc, settings }: WriteNeeds,
  { appId, clientSecret, ...fields }: HandlerInput<typeof contract.oidcConnections.create>,
  context: Context,
): Promise<StoredConnection> => {
  requireCallable(fields.issuer, settings.outboundAllow)
  requireDomains(fields)
  const id = randomUUID()
  const created = await db
    .transaction(async (tx) => {
      await lockApp(tx, appId)
      await requireFreeDomains(tx, { appId }, fields.domains)
      const sealedSecret = await seal(tx, keys, { appId, id }, clientSecret)
      const row = storedConnection(await tx.oidcConnection.create({ data: { ...fields, id, appId, sealedSecret } }))
      const { title, issuer } = row
      await record(tx, context, { action: 'oidc-connection.create', appId, targetId: id, details: { title, issuer } })
      return row
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw new Problem('connection_exists')
      throw error
    })
  oidc.invalidate()
  return created
}

const told = (connection: StoredConnection, names: readonly string[]) =>
  Object.fromEntries(
    toldNames.filter((name) => names.includes(name)).map((name) => [name, connection[name]]),
  ) as Prisma.InputJsonObject

/** What the audit trail tells of a change. */
const changeOf = (before: StoredConnection, after: StoredConnection, isSecretChanged: boolean) => {
  const differs = (name: (typeof toldNames)[number]) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const changed: string[] = [...toldNames.filter(differs), ...(isSecretChanged ? ['clientSecret'] : [])]
  return {
    ...(changed.includes('title') ? {} : { title: after.title }),
    changed,
    before: told(before, changed),
    after: told(after, changed),
  }
}

/** Throws `app_not_found`, `connection_not_found`, `domain_taken`, `changed_meanwhile`, `invalid_input`. */
export const updateConnection = async (
  { db, keys, oidc, settings }: WriteNeeds,
  {
    appId,
    connectionId,
    clientSecret,
    expectedUpdatedAt,
    ...given
  }: HandlerInput<typeof contract.oidcConnections.update>,
  context: Context,
): Promise<StoredConnection> => {
  requireCallable(given.issuer, settings.outboundAllow)
  const fields = withoutUndefined(given)
  const updated = await db.transaction(async (tx) => {
    const before = await lockConnection(tx, { appId, connectionId })
    requireUnchanged(before.updatedAt, expectedUpdatedAt)
    requireSecretOfIssuer(before.issuer, { ...fields, ...(clientSecret === undefined ? {} : { clientSecret }) })
    await requireFreeDomains(tx, { appId, connectionId }, fields.domains)
    requireDomains({ ...before, ...fields })
    const sealedSecret =
      clientSecret === undefined
        ? {}
        : { sealedSecret: await seal(tx, keys, { appId, id: connectionId }, clientSecret) }
    const claims = { ...before.claims, ...withoutUndefined(fields.claims ?? {}) }
    const data = { ...fields, claims, ...sealedSecret, updatedAt: nextVersion(before.updatedAt) }
    const after = storedConnection(await tx.oidcConnection.update({ where: { id: connectionId }, data }))
    const details = changeOf(before, after, clientSecret !== undefined)
    if (details.changed.length > 0)
      await record(tx, context, { action: 'oidc-connection.update', appId, targetId: connectionId, details })
    return after
  })
  oidc.invalidate()
  return updated
}

/** Throws `app_not_found`, `connection_not_found`. */
export const deleteConnection = async ({ db, oidc }: WriteNeeds, key: Key, context: Context): Promise<void> => {
  await db.transaction(async (tx) => {
    const { id, appId, title, issuer } = await lockConnection(tx, key)
    await tx.oidcConnection.delete({ where: { id } })
    await record(tx, context, { action: 'oidc-connection.delete', appId, targetId: id, details: { title, issuer } })
  })
  oidc.invalidate()
}
