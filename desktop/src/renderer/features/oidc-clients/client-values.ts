import { type CallInput, contract } from '@openauth/client'
import * as z from 'zod'
import type { OidcClient } from './clients-query.ts'

/** What the fields contain; lists have a line for each item. */
export interface ClientValues extends Pick<
  OidcClient,
  | 'name'
  | 'authentication'
  | 'subjects'
  | 'idTokenAlgorithm'
  | 'skipsConsent'
  | 'deviceLogins'
  | 'requiresPkce'
  | 'enabled'
> {
  redirectUris: string
  postLogoutRedirectUris: string
  backchannelLogoutUri: string
  /** Separated by blanks. */
  scopes: string
  /** A JSON list of JWKs; '' for none. */
  publicKeys: string
}

/** A client as the contract takes it. */
export type ClientInput = Omit<CallInput<typeof contract.oidcClients.create>, 'appId'>

const { shape } = contract.oidcClients.create.input.omit({ appId: true })
const schema = z.object(shape)

/** What the fields of a new client contain: the contract's defaults. */
export const newClient: ClientValues = {
  name: '',
  authentication: shape.authentication.parse(undefined),
  subjects: shape.subjects.parse(undefined),
  idTokenAlgorithm: shape.idTokenAlgorithm.parse(undefined),
  scopes: shape.scopes.parse(undefined).join(' '),
  redirectUris: '',
  postLogoutRedirectUris: '',
  backchannelLogoutUri: '',
  publicKeys: '',
  skipsConsent: false,
  deviceLogins: false,
  requiresPkce: true,
  enabled: true,
}

export const valuesOf = (client: OidcClient): ClientValues => {
  const { name, authentication, subjects, idTokenAlgorithm, skipsConsent, deviceLogins, requiresPkce, enabled } = client
  return {
    name,
    authentication,
    subjects,
    idTokenAlgorithm,
    skipsConsent,
    deviceLogins,
    requiresPkce,
    enabled,
    scopes: client.scopes.join(' '),
    redirectUris: client.redirectUris.join('\n'),
    postLogoutRedirectUris: client.postLogoutRedirectUris.join('\n'),
    backchannelLogoutUri: client.backchannelLogoutUri ?? '',
    publicKeys: client.publicKeys.length > 0 ? JSON.stringify(client.publicKeys, null, 2) : '',
  }
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** A key set or a list of keys, as programs write both. */
const keysIn = (text: string): unknown => {
  if (text.trim() === '') return []
  try {
    const parsed = JSON.parse(text) as { keys?: unknown }
    return parsed.keys ?? parsed
  } catch {
    return text
  }
}

/** The contract's schema over the fields. */
export const clientSchema = z.transform((raw, context) => {
  const values = raw as ClientValues
  const parsed = schema.safeParse({
    ...values,
    scopes: words(values.scopes),
    redirectUris: words(values.redirectUris),
    postLogoutRedirectUris: words(values.postLogoutRedirectUris),
    backchannelLogoutUri: values.backchannelLogoutUri.trim() || null,
    publicKeys: keysIn(values.publicKeys),
  })
  for (const { path, message } of parsed.error?.issues ?? [])
    context.issues.push({ code: 'custom', input: raw, path: path.slice(0, 1), message })
  return parsed.data ?? z.NEVER
}) as unknown as z.ZodType<ClientInput, ClientValues>
