import { type CallInput, contract } from '@openauth/client'
import * as z from 'zod'
import type { Connection } from './connections-query.ts'

/** What the fields contain. The secret is '' while the stored one stays. */
export interface ConnectionValues extends Pick<
  Connection,
  | ('key' | 'title' | 'issuer' | 'clientId' | 'scopes' | 'claims' | 'clientAuthentication')
  | ('onlyDomains' | 'trustsEmails' | 'createsUsers' | 'showsButton' | 'enabled')
> {
  clientSecret: string
  /** Separated by line breaks, commas or spaces. */
  domains: string
}

/** A connection as the contract takes it. */
export type ConnectionInput = Omit<CallInput<typeof contract.oidcConnections.create>, 'appId'>

const { shape } = contract.oidcConnections.create.input.omit({ appId: true })
const created = z.object(shape)
const updated = z.object({ ...shape, key: z.string(), clientSecret: shape.clientSecret.optional() })

const domainsIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** What the fields of a new connection contain: the contract's defaults. */
export const newConnection: ConnectionValues = {
  key: '',
  title: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  domains: '',
  scopes: shape.scopes.parse(undefined),
  claims: shape.claims.parse(undefined),
  clientAuthentication: shape.clientAuthentication.parse(undefined),
  onlyDomains: false,
  trustsEmails: false,
  createsUsers: true,
  showsButton: true,
  enabled: true,
}

/** What the fields show of a connection; of its secret nothing. */
export const valuesOf = (connection: Connection): ConnectionValues => {
  const { key, title, issuer, clientId, scopes, claims, clientAuthentication } = connection
  const { onlyDomains, trustsEmails, createsUsers, showsButton, enabled } = connection
  return {
    key,
    title,
    issuer,
    clientId,
    scopes,
    claims,
    clientAuthentication,
    clientSecret: '',
    onlyDomains,
    trustsEmails,
    createsUsers,
    showsButton,
    enabled,
    domains: connection.domains.join('\n'),
  }
}

/** The contract's schema over the fields; a stored secret need not be typed again. */
export const connectionSchema = (isNew: boolean) =>
  z.transform((raw, context) => {
    const values = raw as ConnectionValues
    const domains = domainsIn(values.domains)
    const clientSecret = isNew || values.clientSecret !== '' ? values.clientSecret : undefined
    const parsed = (isNew ? created : updated).safeParse({ ...values, domains, clientSecret })
    for (const { path, message } of parsed.error?.issues ?? []) {
      const [name, index] = path
      const domain = name === 'domains' && typeof index === 'number' ? domains[index] : undefined
      const issue =
        domain === undefined ? { path, message } : { path: ['domains'], message: `${message}: ${domain.slice(0, 100)}` }
      context.issues.push({ code: 'custom', input: raw, ...issue })
    }
    return parsed.data ?? z.NEVER
  }) as unknown as z.ZodType<ConnectionInput, ConnectionValues>
