import { z } from 'zod'
import { Empty, Id } from './fields.ts'
import { ImportedUser } from './imported-user.ts'
import { route } from './route.ts'
import { userCalls } from './user-calls.ts'
import { Identity } from './users.ts'

const scope = { appId: Id.describe('the app') }
const base = '/admin/apps/{appId}/users'
const one = z.object({ ...scope, id: Id })

/** Calls of admins for the users of any app. */
export const users = {
  ...userCalls('admin', base, scope, { description: 'It does not matter who disabled the user.', errors: [] }),
  identities: route({
    method: 'GET',
    path: `${base}/{id}/identities`,
    auth: 'admin',
    summary: 'List the login identities of a user',
    description: "One entry for each identity, with the provider's subject and a display name.",
    input: one,
    output: z.array(Identity),
    errors: ['user_not_found'],
  }),
  delete: route({
    method: 'DELETE',
    path: `${base}/{id}`,
    auth: 'admin',
    summary: 'Delete a user with its identities and personal data; sealed wallet keys stay for recovery of funds',
    description: 'The user cannot be restored. The same account can register again and gets new wallets.',
    input: one,
    output: Empty,
    errors: ['user_not_found'],
  }),
  importLegacy: route({
    method: 'POST',
    path: `${base}/import`,
    auth: 'admin',
    summary: 'Import users with their ids and wallet addresses from a deployment that derived keys from a salt',
    description:
      'The server derives the keys of these users from its salt file. A call is one transaction and can be repeated: existing users stay unchanged.',
    input: z.object({ ...scope, users: z.array(ImportedUser).min(1).max(200) }),
    bodyLimit: 1_048_576,
    output: z.object({ created: z.int(), existing: z.int().describe('users whose id this app already had') }),
    errors: ['app_not_found', 'legacy_import_off', 'hash_not_supported', 'import_running', 'import_conflict'],
  }),
}
