import * as z from 'zod'
import { byAdminId, currentPassword, role } from './admins.ts'
import * as endpoints from './endpoints/service-tokens.ts'
import { MAX_SERVICE_TOKEN_DAYS, MAX_SERVICE_TOKENS, serviceTokenForm } from './facts/service-tokens.ts'
import { decimal, Empty, Id, Instant, name, PageMeta, Pagination } from './fields.ts'
import { route } from './route.ts'
import { isServiceTokenCalls } from './service-token-calls.ts'

const calls = z
  .array(
    z
      .string()
      .max(64)
      .refine(isServiceTokenCalls, { error: 'is no call that a service token can make, as users.list, nor users.*' }),
  )
  .min(1, 'must name a call, or be left out for all')
  .max(200)
  .nullable()
  .describe('the calls that it is for, as `users.list` or `users.*`; null for all that its role may make')

const apps = z
  .array(Id)
  .max(1000)
  .nullable()
  .describe('the ids of the apps that it is for; null for all apps, which of an admin of some apps are those')

export const ServiceToken = z
  .object({
    id: Id,
    name: z.string(),
    adminId: z.int(),
    username: z.string().describe('the admin who made it, and in whose name it acts'),
    role: role.describe('the most it may do. Where its admin may do less by now, so may it'),
    apps,
    calls,
    lastFour: z.string().describe('its last four letters'),
    createdAt: Instant,
    expiresAt: Instant,
    lastUsedAt: Instant.nullable().describe('when a call last used it, to the minute; null if none did'),
    lastUsedIp: z.string().nullable(),
  })
  .meta({ id: 'ServiceToken' })
export type ServiceToken = z.input<typeof ServiceToken>

/** Tokens of admins for scripts and other programs. */
export const serviceTokens = {
  list: route(endpoints.serviceTokens.list, {
    summary: 'List service tokens without their values: all of them for an owner, the own ones for others',
    description: 'Those that have neither expired nor been revoked, newest first.',
    input: Pagination,
    output: z.array(ServiceToken),
    meta: PageMeta,
  }),
  create: route(endpoints.serviceTokens.create, {
    summary: 'Create a service token for a script; it is shown once',
    description:
      'A bearer token for admin calls that acts in your name and may do at most what you may, now and later. ' +
      `It ends after ${MAX_SERVICE_TOKEN_DAYS} days at most. It creates no tokens and no admins, changes no login, and makes none of the calls ` +
      `that need a person. An admin has ${MAX_SERVICE_TOKENS} of them at most.`,
    input: z.object({
      name: name(1, 64).describe('what uses it, such as deploy'),
      role,
      apps: apps.default(null),
      calls: calls.default(null),
      expiresInDays: decimal(
        z
          .int()
          .min(1)
          .max(MAX_SERVICE_TOKEN_DAYS)
          .describe(`after how many days it ends, 1 to ${MAX_SERVICE_TOKEN_DAYS}`),
      ),
      currentPassword,
    }),
    output: ServiceToken.extend({
      token: z.string().describe(`${serviceTokenForm}: the bearer credential; shown only in this answer`),
    }).meta({ id: 'NewServiceToken' }),
    status: 201,
    limited: true,
    errors: ['app_not_found', 'incorrect_password', 'too_many_service_tokens'],
  }),
  revoke: route(endpoints.serviceTokens.revoke, {
    summary: 'Revoke a service token at once',
    description: 'Only an owner revokes those of others.',
    input: z.object({ id: Id }),
    output: Empty,
    errors: ['service_token_not_found'],
  }),
  revokeAll: route(endpoints.serviceTokens.revokeAll, {
    summary: 'Revoke all service tokens of an admin at once',
    description: 'Only an owner revokes those of others.',
    input: byAdminId,
    output: z.object({ revoked: z.int().describe('how many') }),
    errors: ['admin_not_found'],
  }),
}
