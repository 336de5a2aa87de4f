import * as z from 'zod'
import * as endpoints from './endpoints/dapp-permissions.ts'
import { Empty, Id, Instant, name, Origin, emptyAsUndefined } from './fields.ts'
import { route } from './route.ts'

/** Hosts of pages under development, which have no certificate. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1']

/** Whether the network cannot replace the origin's pages: https, or the same machine. */
const isTrustworthy = (origin: string): boolean => {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || LOOPBACK_HOSTS.includes(hostname)
}

const DappOrigin = Origin.refine(isTrustworthy, { error: 'must be an https origin, or http on localhost' })

export const DappPermission = z
  .object({
    id: Id,
    origin: z.string().describe("the dapp's exact origin, as in `event.origin`"),
    name: z.string().nullable().describe('the name of the dapp when the permission was granted'),
    createdAt: Instant,
    lastUsedAt: Instant,
  })
  .meta({ id: 'DappPermission' })
export type DappPermission = z.input<typeof DappPermission>

/** A user's stored permissions for origins to read the wallet's address. They do not cover signatures. */
export const dappPermissions = {
  list: route(endpoints.dappPermissions.list, {
    reader: 'Players',
    summary: "List the dapps that may read the wallet's address without a prompt, newest first",
    description: 'A permission lets a dapp read the address without a prompt. Every signature needs a prompt.',
    input: z.object({}),
    output: z.array(DappPermission),
  }),
  grant: route(endpoints.dappPermissions.grant, {
    reader: 'Players',
    summary: "Permit a dapp to read the wallet's address; a second call updates its last use and name",
    description: 'The user gives this permission in the player app. It allows no signature.',
    input: z.object({
      origin: DappOrigin.describe('such as https://example.com'),
      name: emptyAsUndefined(name(1, 100)).describe("the dapp's name; unchanged if missing"),
    }),
    output: DappPermission,
    errors: ['too_many_permissions'],
  }),
  revoke: route(endpoints.dappPermissions.revoke, {
    reader: 'Players',
    summary: 'Revoke a permission; the dapp needs a new one',
    description: 'Applies when the dapp connects the next time.',
    input: z.object({ id: Id }),
    output: Empty,
    errors: ['permission_not_found'],
  }),
}
