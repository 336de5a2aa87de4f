import { contract, type Example, openApiDocument } from '@openauth/client'
import type { FastifyInstance } from 'fastify'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createReadiness, type Readiness, type ReadinessNeeds } from '../features/health/readiness.ts'
import type { TokenKeySet } from '../features/signing-keys/token-keys.ts'
import { anyOrigin } from '../cross-origin.ts'
import { Problem } from '../errors.ts'
import type { Platform } from '../resources.ts'
import { version } from '../version.ts'
import { prepareOnce } from './prepared-document.ts'
import { root } from '../paths.ts'

const examplesFolder = join(root, 'client/examples')

/** The recorded calls of the contract by operation, such as `apps.create`. `npm run examples` records them. */
const readExamples = (): Record<string, Example> => {
  if (!existsSync(examplesFolder)) return {}
  const groups = readdirSync(examplesFolder).map((file) => {
    const verbs = JSON.parse(readFileSync(join(examplesFolder, file), 'utf8')) as Record<string, Example>
    return Object.entries(verbs).map(([verb, example]) => [`${basename(file, '.json')}.${verb}`, example] as const)
  })
  return Object.fromEntries(groups.flat())
}

/** Why load balancers should send their requests elsewhere. */
const refusalOf = ({ server, database, signer }: Readiness): Problem => {
  if (server === 'stopping') return new Problem('server_busy', { message: 'The server is about to stop' })
  return new Problem(database === 'ok' && signer !== 'ok' ? 'signer_unavailable' : 'database_unavailable')
}

interface WellKnownNeeds extends ReadinessNeeds, Pick<Platform, 'settings'> {
  tokenKeys: TokenKeySet
}

/** Health, key set and the API's description: plain documents outside the `{data}` envelope. */
export const wellKnown = async (
  app: FastifyInstance,
  { settings, tokenKeys, ...parts }: WellKnownNeeds,
): Promise<void> => {
  const openApi = prepareOnce('application/json; charset=utf-8', () =>
    JSON.stringify(
      openApiDocument(contract, { version, supportEmail: settings.player.supportEmail, examples: readExamples() }),
    ),
  )
  app.get('/openapi.json', async (request, reply) => {
    const { status, headers, body } = await openApi(request.headers)
    return reply.code(status).headers(headers).headers(anyOrigin).send(body)
  })

  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  const readiness = createReadiness(parts)
  app.get('/readyz', async (request, reply) => {
    const health = await readiness()
    void reply.header('cache-control', 'no-store')
    if (health.status !== 'unavailable') return reply.send(health)
    const { code, message } = refusalOf(health)
    return reply
      .code(503)
      .header('retry-after', '1')
      .send({ ...health, code, message, requestId: request.id })
  })

  app.get('/.well-known/jwks.json', async (_, reply) =>
    reply.headers({ ...anyOrigin, 'cache-control': 'public, max-age=300' }).send(await tokenKeys.jwks()),
  )
}
