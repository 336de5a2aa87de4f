import * as z from 'zod'
import { bulkUsers } from './bulk-users.ts'
import { CursorMeta } from './cursors.ts'
import * as endpoints from './endpoints/admin-users.ts'
import { Empty, Id } from './fields.ts'
import { ImportedUser } from './imported-user.ts'
import { route } from './route.ts'
import { listInput, userCalls } from './user-calls.ts'
import { userCare } from './user-care.ts'
import { UserListInput } from './user-list.ts'
import { Identity, User } from './users.ts'

const scope = { appId: Id.describe('the app') }
const one = z.object({ ...scope, id: Id })

const { list: _, ...calls } = userCalls(endpoints.users, scope, {
  description: 'It does not matter who disabled the user.',
  errors: [],
})

/** The app of a row of a list over all apps. */
export const AppOfRow = z.object({ id: Id, name: z.string() })

/** Calls of admins for the users of any app. */
export const users = {
  find: route(endpoints.users.find, {
    summary: 'Find users of all apps, or of one',
    description:
      'Filters, searches and sorts by indexes. `totalItems` is exact unless `totalIsCapped` is true: then at least so many match. ' +
      'Follow `nextCursor`: a page by its number has to pass all rows before it.',
    input: UserListInput.extend({ appId: Id.optional().describe('only users of this app') }),
    output: z.array(User.extend({ app: AppOfRow }).meta({ id: 'FoundUser' })),
    meta: CursorMeta,
    errors: ['app_not_found'],
  }),
  list: route(endpoints.users.list, {
    summary: 'List users',
    description:
      'A page of the users of the app, with the filters of `users.find`. `search` returns exact matches only: the form of the text ' +
      'selects the field that is searched. The total of all users of the app is exact; that of a filtered list unless `totalIsCapped` is true.',
    input: UserListInput.extend({ ...scope, search: listInput.shape.search }),
    output: z.array(User),
    meta: CursorMeta,
    errors: ['app_not_found'],
  }),
  ...calls,
  ...userCare,
  identities: route(endpoints.users.identities, {
    summary: 'List the login identities of a user',
    description: "One entry for each identity, with the provider's subject and a display name.",
    input: one,
    output: z.array(Identity),
    errors: ['user_not_found'],
  }),
  delete: route(endpoints.users.delete, {
    summary: 'Delete a user with its identities and personal data; sealed wallet keys stay for recovery of funds',
    description: 'The user cannot be restored. The same account can register again and gets new wallets.',
    input: one,
    output: Empty,
    errors: ['user_not_found'],
  }),
  importLegacy: route(endpoints.users.importLegacy, {
    summary: 'Import users with their ids and wallet addresses from a deployment that derived keys from a salt',
    description:
      'The server derives the keys of these users from its salt file. A call is one transaction and can be repeated: existing users stay unchanged.',
    input: z.object({ ...scope, users: z.array(ImportedUser).min(1).max(200) }),
    bodyLimit: 1_048_576,
    output: z.object({ created: z.int(), existing: z.int().describe('users whose id this app already had') }),
    errors: ['app_not_found', 'legacy_import_off', 'hash_not_supported', 'import_running', 'import_conflict'],
  }),
  ...bulkUsers,
}
