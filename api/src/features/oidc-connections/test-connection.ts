import type { Platform } from '../../resources.ts'
import type { Outbound } from '../../lib/outbound.ts'
import { ProviderMisconfiguredError } from '../../lib/provider-errors.ts'
import { clockFault, fault, type Finding, noFault } from '../../lib/providers/finding.ts'
import { faultOf, refused } from '../../lib/providers/faults.ts'
import { callbackUrl } from '../../lib/providers/callback-url.ts'
import { createConnections, storedConnection, type StoredConnection } from './connections.ts'

type TestDeps = Pick<Platform, 'db' | 'keys' | 'guardedOutbound' | 'settings'>

/** Reads the provider's discovery document and its keys, and asks its token endpoint about the client. */
export const testConnection = async (
  { db, keys, guardedOutbound, settings }: TestDeps,
  connection: StoredConnection,
): Promise<Finding> => {
  const { appId, key, title, issuer } = connection
  const callback = callbackUrl(settings.publicUrl, { appId, provider: 'oidc', connection: key })
  const subject = { title, fields: ['clientId', 'clientSecret'], consoleUrl: issuer, callback }
  let date: string | null = null
  const dated: Outbound = async (url, init) => {
    const answer = await guardedOutbound(url, init)
    date = answer.headers.get('date')
    return answer
  }
  try {
    const open = createConnections({ db, keys, outbound: dated })
    const { client, credentials } = await open.open(connection)
    const verdict = await client.checkClient(credentials, callback)
    const clock = clockFault(title, date)
    if (clock) return clock
    if (verdict !== 'accepted') return refused[verdict](subject)
    return noFault(
      `${title} accepts the client.`,
      ['The discovery document names this issuer.', 'The provider publishes keys.', `${title} accepts the client.`],
      [`Whether ${callback} is registered shows at the first login, where the provider does not say so before.`],
    )
  } catch (error) {
    if (error instanceof ProviderMisconfiguredError && error.rejected === undefined)
      return fault('unexpected_answer', `${error.message}.`, `Compare the issuer with the documentation of ${title}.`)
    return faultOf(error, subject)
  }
}

/** Tests the enabled connections of an app; the first fault counts. */
export const testConnections = async (deps: TestDeps, appId: string): Promise<Finding> => {
  const rows = await deps.db.prisma.oidcConnection.findMany({
    where: { appId, enabled: true },
    orderBy: { key: 'asc' },
  })
  if (rows.length === 0)
    return fault(
      'not_configured',
      'The app has no OpenID connection that is switched on.',
      'Add a connection to an OpenID provider.',
    )
  const found = []
  for (const row of rows) found.push(await testConnection(deps, storedConnection(row)))
  return (
    found.find(({ ok }) => !ok) ??
    noFault(
      'All connections work.',
      found.flatMap(({ checked }) => checked),
      found.flatMap(({ notes }) => notes),
    )
  )
}
