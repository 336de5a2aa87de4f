import { BeginDataExport, DATA_EXPORT_PATH } from '@openauth/client'
import type { FastifyInstance } from 'fastify'
import { createGuards, type GuardNeeds } from '../auth.ts'
import type { Context, UserIdentity } from '../handler.ts'
import { createDataExports } from '../features/privacy/export.ts'
import type { PrivacyNeeds } from '../features/privacy/needs.ts'
import { withReauthentication } from '../features/reauthentication/require-reauthentication.ts'
import { createContextReader } from '../mount.ts'
import { parseInput } from '../read-input.ts'

/** How long an export waits for its reader, in milliseconds. */
const PATIENCE = 30_000

/** Everything about a user for the user: a stream, which is no call of the contract. */
export const dataExport = async (
  app: FastifyInstance,
  { patience = PATIENCE, ...deps }: GuardNeeds & PrivacyNeeds & { patience?: number },
): Promise<void> => {
  const guards = createGuards(deps)
  const readContext = createContextReader(deps, guards)
  const begin = createDataExports({ ...deps, patience })
  app.post(
    DATA_EXPORT_PATH,
    {
      // Nobody but the user: support sees what its calls show.
      onRequest: async (request) => {
        request.identity = await guards.user(request, { beforeTerms: true }, 'privacy.export')
      },
    },
    async (request, reply) => {
      const input = parseInput(BeginDataExport, request.body ?? {})
      const context = readContext(request, reply, {}) as Context<UserIdentity>
      const stream = await withReauthentication(deps, input, context, (credential) => begin(credential, context))
      const headers = {
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="my-data.json"',
      }
      return reply.headers(headers).send(stream)
    },
  )
}
