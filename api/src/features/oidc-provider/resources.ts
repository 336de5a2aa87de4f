import { type contract, type HandlerInput, type OidcResource, oidcIssuerOf } from '@openauth/client'
import type { ResourceServer } from 'oidc-provider'
import { type Database, isUniqueViolation, type OidcResourceModel, type Prisma, type Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { Context, Handlers } from '../../handler.ts'
import { lockApp, requireApp } from '../apps/require-app.ts'
import { record } from '../audit/record.ts'
import { withoutUndefined } from '../content/changes.ts'
import { nextVersion, requireUnchanged } from '../versions.ts'
import type { OidcProviderNeeds } from './needs.ts'

const MAX_RESOURCES = 50

/** How long a token for an API is valid. Seconds. Nobody can end it before. */
const TOKEN_SECONDS = 900

/** A resource as it is stored, in the types of the contract, which wrote it. */
export interface StoredResource extends Omit<OidcResourceModel, 'scopes'> {
  scopes: OidcResource['scopes']
}

const storedResource = (row: OidcResourceModel): StoredResource => row as unknown as StoredResource

/** A resource in the form of the API, with what it publishes of itself (RFC 9728, section 2). */
const presentResource = (publicUrl: string, { appId, ...resource }: StoredResource) => ({
  ...resource,
  metadata: {
    resource: resource.url,
    authorization_servers: [oidcIssuerOf(publicUrl, appId)],
    scopes_supported: resource.scopes.map(({ name }) => name),
    bearer_methods_supported: ['header'],
    resource_name: resource.name,
  },
})

/** The resource of a client's `resource` parameter, in whichever spelling of the same address; undefined for an unknown one. */
export const findResource = async (
  { prisma }: Pick<Database, 'prisma'>,
  appId: string,
  indicator: string,
): Promise<StoredResource | undefined> => {
  if (!URL.canParse(indicator)) return undefined
  const row = await prisma.oidcResource.findUnique({ where: { appId_url: { appId, url: new URL(indicator).href } } })
  return row ? storedResource(row) : undefined
}

/** A resource in the form of oidc-provider: its tokens are JWTs (RFC 9068) that say for whom they are. */
export const resourceServerOf = ({ url, scopes }: StoredResource): ResourceServer => ({
  scope: scopes.map(({ name }) => name).join(' '),
  audience: url,
  accessTokenTTL: TOKEN_SECONDS,
  accessTokenFormat: 'jwt',
  jwt: { sign: { alg: 'RS256' } },
})

/** The scopes of a resource that a client asks for: all of them if it names none (RFC 6749, section 3.3). */
export const scopesAskedOf = ({ scopes }: Pick<StoredResource, 'scopes'>, asked: readonly string[]) => {
  const named = scopes.filter(({ name }) => asked.includes(name))
  return named.length > 0 ? named : scopes
}

const lockResource = async (tx: Tx, { appId, id }: { appId: string; id: string }): Promise<StoredResource> => {
  await lockApp(tx, appId)
  const row = await tx.oidcResource.findFirst({ where: { id, appId } })
  if (!row) throw new Problem('oidc_resource_not_found')
  return storedResource(row)
}

/** Throws `app_not_found`, `oidc_resource_exists`, `too_many_oidc_resources`. */
const createResource = (
  db: Database,
  { appId, ...data }: HandlerInput<typeof contract.oidcResources.create>,
  context: Context,
): Promise<StoredResource> =>
  db
    .transaction(async (tx) => {
      await lockApp(tx, appId)
      if ((await tx.oidcResource.count({ where: { appId } })) >= MAX_RESOURCES)
        throw new Problem('too_many_oidc_resources')
      const row = await tx.oidcResource.create({ data: { ...data, appId } })
      const details = { name: row.name, url: row.url }
      await record(tx, context, { action: 'oidc-resource.create', appId, targetId: row.id, details })
      return storedResource(row)
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Problem('oidc_resource_exists') : error
    })

/** Throws `app_not_found`, `oidc_resource_not_found`, `changed_meanwhile`. */
const updateResource = (
  db: Database,
  { appId, id, expectedUpdatedAt, ...given }: HandlerInput<typeof contract.oidcResources.update>,
  context: Context,
): Promise<StoredResource> =>
  db.transaction(async (tx) => {
    const before = await lockResource(tx, { appId, id })
    requireUnchanged(before.updatedAt, expectedUpdatedAt)
    const data = { ...withoutUndefined(given), updatedAt: nextVersion(before.updatedAt) }
    const after = storedResource(await tx.oidcResource.update({ where: { id }, data }))
    const changed = (['name', 'scopes'] as const).filter(
      (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
    )
    const told = (resource: StoredResource) =>
      Object.fromEntries(changed.map((field) => [field, resource[field]])) as Prisma.InputJsonObject
    const details = { name: after.name, changed, before: told(before), after: told(after) }
    if (changed.length > 0) await record(tx, context, { action: 'oidc-resource.update', appId, targetId: id, details })
    return after
  })

/** Throws `app_not_found`, `oidc_resource_not_found`. */
const deleteResource = (db: Database, key: { appId: string; id: string }, context: Context): Promise<void> =>
  db.transaction(async (tx) => {
    const { id, appId, name } = await lockResource(tx, key)
    await tx.oidcResource.delete({ where: { id } })
    await record(tx, context, { action: 'oidc-resource.delete', appId, targetId: id, details: { name } })
  })

/** The APIs of an app as OpenID provider, for its operators. */
export const oidcResourceHandlers = ({
  db,
  settings,
}: Pick<OidcProviderNeeds, 'db' | 'settings'>): Handlers<'oidcResources'> => {
  const present = (resource: StoredResource) => presentResource(settings.publicUrl, resource)
  return {
    list: async ({ appId }) => {
      await requireApp(db.prisma, appId)
      const rows = await db.prisma.oidcResource.findMany({
        where: { appId },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      })
      return rows.map((row) => present(storedResource(row)))
    },
    create: async (input, context) => present(await createResource(db, input, context)),
    update: async (input, context) => present(await updateResource(db, input, context)),
    delete: async (key, context) => {
      await deleteResource(db, key, context)
      return {}
    },
  }
}
