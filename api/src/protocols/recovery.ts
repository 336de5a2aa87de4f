import { PassThrough } from 'node:stream'
import { BeginBackup, BeginRestore, recoveryPaths, RESTORE_PART, type RestoreProgress } from '@openauth/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { requireCall, requireRights } from '../admin-rights.ts'
import { createGuards, type GuardNeeds } from '../auth.ts'
import type { AdminIdentity, Context } from '../handler.ts'
import { Problem } from '../errors.ts'
import type { HoldNeeds } from '../features/approvals/needs.ts'
import { startBackup } from '../features/recovery/backups.ts'
import { RecoveryError } from '../features/recovery/errors.ts'
import { createRestores, type Restores } from '../features/recovery/restores.ts'
import { createContextReader } from '../mount.ts'
import { parseInput } from '../read-input.ts'

const noStore = { 'cache-control': 'no-store' }
const Offset = z.object({ offset: z.coerce.number().int().min(0) })
const Id = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) })

const idOf = ({ params }: FastifyRequest): string => {
  const found = Id.safeParse(params)
  if (!found.success) throw new Problem('restore_not_found')
  return found.data.id
}

const asProblem = (error: unknown): unknown =>
  error instanceof RecoveryError ? new Problem(error.code, { message: error.message }) : error

/** What the last line of `finish` says of a failure: its own words where they are for operators. */
const failureOf = (error: unknown, log: FastifyRequest['log']): RestoreProgress => {
  if (error instanceof RecoveryError) return { error: { code: error.code, message: error.message } }
  log.error({ err: error }, 'a restore failed')
  return { error: { code: 'internal', message: 'Something went wrong on the server. The data are unchanged' } }
}

/** How long a backup waits for its reader, and a restore for its next part, in milliseconds. */
const PATIENCE = 60_000

/** Milliseconds between two lines, so that no proxy takes the answer for dead. */
const SIGN_OF_LIFE = 5000

/** Lines of JSON while a restore is finished. Whoever leaves before its end stops it. */
const finishing = (restores: Restores, request: FastifyRequest, context: Context<AdminIdentity>): PassThrough => {
  const id = idOf(request)
  const lines = new PassThrough()
  let last: RestoreProgress = { phase: 'constraints', done: 0, total: 1 }
  let isOver = false
  const say = (progress: RestoreProgress) => {
    last = progress
    lines.write(`${JSON.stringify(progress)}\n`)
  }
  const alive = setInterval(() => say(last), SIGN_OF_LIFE)
  restores
    .finish(context, id, say)
    .then((restored): RestoreProgress => ({ restored }))
    .catch((error: unknown) => failureOf(error, request.log))
    .then((end) => {
      isOver = true
      clearInterval(alive)
      say(end)
      lines.end()
    })
    .catch(() => {})
  lines.on('close', () => {
    clearInterval(alive)
    if (!isOver) restores.abort(context, id).catch(() => {})
  })
  return lines
}

/** Aborted when the connection of a call ends. */
const leftSignal = ({ raw }: FastifyReply): AbortSignal => {
  const left = new AbortController()
  raw.once('close', () => left.abort())
  return left.signal
}

const mountRestores = (
  app: FastifyInstance,
  restores: Restores,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Context<AdminIdentity>,
): void => {
  const { restores: path } = recoveryPaths
  app.post(path, async (request, reply) => {
    const begun = await restores.begin(parseInput(BeginRestore, request.body), contextOf(request, reply))
    return reply.code(201).headers(noStore).send({ data: begun })
  })
  app.post(`${path}/:id/data`, { bodyLimit: RESTORE_PART }, async (request, reply) => {
    const { offset } = parseInput(Offset, request.query)
    const id = idOf(request)
    if (!Buffer.isBuffer(request.body))
      throw new Problem('unsupported_media_type', { message: 'Send the part as application/octet-stream' })
    const received = await restores.write(contextOf(request, reply), id, offset, request.body)
    return reply.headers(noStore).send({ data: received })
  })
  app.post(`${path}/:id/finish`, async (request, reply) =>
    reply
      .headers({ ...noStore, 'content-type': 'application/x-ndjson' })
      .send(finishing(restores, request, contextOf(request, reply))),
  )
  app.delete(`${path}/:id`, async (request, reply) => {
    await restores.abort(contextOf(request, reply), idOf(request))
    return reply.headers(noStore).send({ data: {} })
  })
}

/** A backup has everything, and a restore replaces it. */
const recoveryAccess = { path: recoveryPaths.backups, role: 'owner' } as const

/** Backup and restore for admins: streams, which are no calls of the contract. */
export const recovery = async (
  app: FastifyInstance,
  { patience = PATIENCE, ...deps }: GuardNeeds & HoldNeeds & { patience?: number },
): Promise<void> => {
  const guards = createGuards(deps)
  const readContext = createContextReader(deps, guards)
  const contextOf = (request: FastifyRequest, reply: FastifyReply) =>
    readContext(request, reply, {}) as Context<AdminIdentity>
  const restores = createRestores(deps, patience)
  app.addHook('onRequest', async (request) => {
    const admin = (await guards.admin(request, {})) as AdminIdentity
    // A script may take backups; what replaces everything, the admins too, is done by a person.
    const person = request.routeOptions.url === recoveryPaths.backups ? undefined : true
    requireCall(admin, { person }, 'recovery.backup')
    requireRights(admin, recoveryAccess, {})
    request.identity = admin
  })
  app.addHook('onClose', restores.close)
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.setErrorHandler((error) => {
    throw asProblem(error) as Error
  })
  app.post(recoveryPaths.backups, async (request, reply) => {
    const { password } = parseInput(BeginBackup, request.body)
    const caller = { left: leftSignal(reply), patience }
    const chunks = await startBackup(deps, contextOf(request, reply), password, caller)
    return reply.headers({ ...noStore, 'content-type': 'application/octet-stream' }).send(chunks)
  })
  mountRestores(app, restores, contextOf)
}
