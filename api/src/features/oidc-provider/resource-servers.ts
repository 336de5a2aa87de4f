import type { errors as libraryErrors, KoaContextWithOIDC, ResourceServer } from 'oidc-provider'
import type { Database } from '../../db.ts'
import { findResource, resourceServerOf, scopesAskedOf } from './resources.ts'

/** Finds the API of a `resource` parameter. Throws the library's `invalid_target`. */
export type ResourceServerReader = (context: KoaContextWithOIDC, indicator: string) => Promise<ResourceServer>

/** The most APIs of one login. Each is looked up, and users read all of them. */
const MAX_RESOURCES = 5

/** Routes at which a login begins, or an API is named for it. */
const begins = new Set(['authorization', 'device_authorization', 'pushed_authorization_request'])

/**
 * Reads the APIs of an app for its provider. A login for an API has scopes of it: so every new API is a question to the user, and no
 * client gets its tokens by the consent for another one.
 */
export const createResourceReader =
  (db: Pick<Database, 'prisma'>, appId: string, errors: typeof libraryErrors): ResourceServerReader =>
  async ({ oidc }, indicator) => {
    const given = oidc.params?.['resource']
    if (Array.isArray(given) && given.length > MAX_RESOURCES) throw new errors.InvalidTarget('too many resources')
    const found = await findResource(db, appId, indicator)
    if (!found) throw new errors.InvalidTarget('unknown resource')
    if (begins.has(oidc.route) && oidc.params) {
      const asked = typeof oidc.params['scope'] === 'string' ? oidc.params['scope'].split(' ') : []
      const names = scopesAskedOf(found, asked).map(({ name }) => name)
      oidc.params['scope'] = [...new Set([...asked, ...names])].join(' ')
    }
    return resourceServerOf(found)
  }
