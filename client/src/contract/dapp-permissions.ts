import { z } from 'zod'
import { Empty, Id, Instant, name, Origin, emptyAsUndefined } from './fields.ts'
import { route } from './route.ts'

/** Hosts that a developer's own pages are on, which have no certificate. */
const OWN_HOSTS = ['localhost', '127.0.0.1']

/** Whether nobody on the way can put a page of their own there: https, or the same machine. */
const isTrustworthy = (origin: string): boolean => {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || OWN_HOSTS.includes(hostname)
}

const DappOrigin = Origin.refine(isTrustworthy, { error: 'must be an https origin, or http on localhost' })

export const DappPermission = z
  .object({
    id: Id,
    origin: z.string().describe("the dapp's exact origin, as `event.origin` tells it"),
    name: z.string().nullable().describe('what the dapp was called when the permission was granted'),
    createdAt: Instant,
    lastUsedAt: Instant,
  })
  .meta({ id: 'DappPermission' })
export type DappPermission = z.input<typeof DappPermission>

/** The remembered leave of a user for the pages of an origin to see the wallet's address; no leave to have anything signed. */
export const dappPermissions = {
  list: route({
    method: 'GET',
    path: '/user/dapp-permissions',
    auth: 'user',
    reader: 'Players',
    summary: "List the dapps that may see the wallet's address unasked, newest first",
    description: 'A permission lets a dapp read the address without asking. Signatures are always asked for.',
    input: z.object({}),
    output: z.array(DappPermission),
  }),
  grant: route({
    method: 'POST',
    path: '/user/dapp-permissions',
    auth: 'user',
    reader: 'Players',
    summary: "Let a dapp see the wallet's address from now on; a second call notes that it was used, and its name",
    description: 'The user gives this permission in the player app. It allows no signature.',
    input: z.object({
      origin: DappOrigin.describe('such as https://example.com'),
      name: emptyAsUndefined(name(1, 100)).describe('what the dapp is called; the one before stays unless given'),
    }),
    output: DappPermission,
    errors: ['too_many_permissions'],
  }),
  revoke: route({
    method: 'DELETE',
    path: '/user/dapp-permissions/{id}',
    auth: 'user',
    reader: 'Players',
    summary: 'Revoke the permission; the dapp has to ask again',
    description: 'Applies to the next time that the dapp connects.',
    input: z.object({ id: Id }),
    output: Empty,
    errors: ['permission_not_found'],
  }),
}
