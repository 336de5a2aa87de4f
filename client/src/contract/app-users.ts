import * as z from 'zod'
import { newNameErrors } from './errors.ts'
import { Empty, emptyAsUndefined, exactlyOneOf, flag, Id, password, Username } from './fields.ts'
import { Email } from './credential-fields.ts'
import * as endpoints from './endpoints/app-users.ts'
import { route } from './route.ts'
import { externalId, userCalls } from './user-calls.ts'
import { User } from './users.ts'

/** A Telegram user id, which some clients send as a number. */
const telegramId = z
  .union([z.string(), z.int().nonnegative().transform(String)])
  .pipe(z.string().regex(/^[1-9]\d{0,19}$/, 'must be a numeric telegram id'))

/** Calls of a partner's server for the users of its app. */
export const appUsers = {
  findOrCreate: route(endpoints.appUsers.findOrCreate, {
    summary: 'Find or create the user of an account: exactly one of several kinds',
    description:
      'Returns the user that has this account or creates it with its wallets. The caller vouches for the account: nothing ' +
      'is verified here. An e-mail address counts only once its owner has proved to read its mail, because whoever does ' +
      'logs in as this user. A username must be free, and is held to the rules of registration.',
    input: exactlyOneOf(
      z.object({
        telegram: emptyAsUndefined(telegramId).describe('a numeric telegram id'),
        ethAddress: emptyAsUndefined(z.string().max(64)).describe('an Ethereum address'),
        solAddress: emptyAsUndefined(z.string().max(64)).describe('a Solana address'),
        email: emptyAsUndefined(Email).describe('an e-mail address'),
        emailVerified: emptyAsUndefined(flag(z.boolean())).describe(
          'true: the owner of the address has proved to read its mail',
        ),
        oidc: emptyAsUndefined(
          z
            .string()
            .trim()
            .max(512)
            .regex(/^https?:\/\/\S+ \S+$/, 'must be the issuer and its id of the account, with a blank between'),
        ).describe('an account at an OpenID provider: its issuer, a blank, and its id there'),
        username: emptyAsUndefined(Username).describe('a new username'),
        password: emptyAsUndefined(password()).describe('the password of the new user'),
        externalId: emptyAsUndefined(externalId).describe("the partner's own id of the user, set with it"),
      }),
      [['telegram'], ['ethAddress'], ['solAddress'], ['email', 'emailVerified'], ['oidc'], ['username', 'password']],
    ),
    errors: [
      'email_not_verified',
      'username_exists',
      'login_method_disabled',
      ...newNameErrors,
      'external_id_taken',
      'external_id_conflict',
    ],
    output: User,
  }),
  ...userCalls(
    endpoints.appUsers,
    {},
    {
      description: 'A user that an operator disabled is enabled by an operator only.',
      errors: ['disabled_by_operator'],
    },
  ),
  search: route(endpoints.appUsers.search, {
    access: 'read',
    summary: 'Find users by ids, external id, refer code, Solana address or telegram id',
    description: 'Users that do not exist, or belong to another app, are left out of the answer.',
    input: exactlyOneOf(
      z.object({
        ids: emptyAsUndefined(z.array(z.string().max(255)).max(1000)).describe(
          'ids of users; one that is none is found by nobody',
        ),
        externalId: emptyAsUndefined(externalId),
        referCode: emptyAsUndefined(z.string().max(64)).describe('a refer code'),
        solAddress: emptyAsUndefined(z.string().max(64)).describe('a Solana address that logs in'),
        telegram: emptyAsUndefined(z.union([z.string().max(64), z.int().transform(String)])).describe(
          'a numeric telegram id',
        ),
      }),
      [['ids'], ['externalId'], ['referCode'], ['solAddress'], ['telegram']],
    ),
    output: z.array(User),
  }),
  bindReferrer: route(endpoints.appUsers.bindReferrer, {
    summary: 'Set who invited a user; a second call changes nothing',
    description: 'The referrer is named by its refer code. A referrer that is set already stays.',
    input: z.object({ id: Id, referCode: z.string().max(64) }),
    output: Empty,
    errors: ['user_not_found', 'referrer_not_found', 'own_referrer', 'referral_loop'],
  }),
}
