import { type CallInput, contract, type OidcResource } from '@openauth/client'
import * as z from 'zod'

/** A resource as the contract takes it. */
export type ResourceInput = Omit<CallInput<typeof contract.oidcResources.create>, 'appId'>

/** What the fields contain. */
export type ResourceValues = Pick<OidcResource, 'url' | 'name' | 'scopes'>

const schema = contract.oidcResources.create.input.omit({ appId: true })

/** How many scopes the contract takes of one resource. */
export const MOST_SCOPES = 50

/** A new resource has an empty row, since it needs a scope. */
export const newResource: ResourceValues = { url: '', name: '', scopes: [{ name: '', description: '' }] }

export const valuesOf = ({ url, name, scopes }: OidcResource): ResourceValues => ({ url, name, scopes })

/** The row whose scope stands above it already; -1 for none. */
const repeatedRow = ({ scopes }: ResourceValues): number => {
  const names = scopes.map(({ name }) => name.trim())
  return names.findIndex((name, at) => names.indexOf(name) < at)
}

/** The contract's schema over the fields. What it says of the names of all scopes shows at the row that repeats one. */
export const resourceSchema = z.transform((raw, context) => {
  const parsed = schema.safeParse(raw)
  const repeated = repeatedRow(raw as ResourceValues)
  for (const { path, message } of parsed.error?.issues ?? []) {
    const isOfRow = path.length === 1 && path[0] === 'scopes' && repeated >= 0
    context.issues.push({ code: 'custom', input: raw, path: isOfRow ? ['scopes', repeated, 'name'] : path, message })
  }
  return parsed.data ?? z.NEVER
}) as unknown as z.ZodType<ResourceInput, ResourceValues>

/** Where an API publishes its metadata: between the host and its own path (RFC 9728, section 3.1). */
export const metadataAddress = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return `${origin}/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}`
}
