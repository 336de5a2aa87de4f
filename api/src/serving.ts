import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { build } from './app.ts'
import { closeGently } from './close-gently.ts'
import type { Settings } from './env.ts'
import { openSetupCode, removeSetupCode, setupCodePath } from './features/admins/setup-code.ts'
import { startHousekeeping } from './features/housekeeping.ts'
import { startKeyReloading } from './features/keys/canary.ts'
import { carryOutDeletions } from './features/privacy/carry-out.ts'
import { startCleanUp } from './features/recovery/clean-up.ts'
import { dataVersion } from './features/recovery/installation.ts'
import { watchData } from './features/recovery/watch-data.ts'
import { startRollups } from './features/rollups/rollup.ts'
import { baseUrlOf, setupCommandFor } from './listen-address.ts'
import type { OpenedResources } from './open-resources.ts'
import { startStatusLine } from './status-line.ts'
import type { StopRequests } from './stop-requests.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The operator's next step, printed once the server answers. */
const nextStep = async (initialized: boolean, { address, dataDir }: { address: string; dataDir: string }) => {
  if (initialized) {
    await removeSetupCode(dataDir)
    return `API reference: ${address}/docs`
  }
  const code = await openSetupCode(dataDir)
  return `Next: create the first admin with  ${setupCommandFor(address)}
From another machine it asks for the set-up code  ${code}  (kept in ${setupCodePath(dataDir)})`
}

/** Listens, and prints where the server answers and what the operator does next. Returns the port. */
const listen = async (app: FastifyInstance, settings: Settings, { db }: OpenedResources): Promise<number> => {
  await app.listen({ host: settings.host, port: settings.port, listenTextResolver: () => '' })
  const { port } = app.server.address() as { port: number }
  const address = baseUrlOf(settings.host, port)
  say(`OpenAuth is ready at ${address}`)
  if (settings.production && !settings.isPublicUrlSet)
    say(
      `Set OPENAUTH_PUBLIC_URL to the address where browsers reach this server; until then it is taken to be ${settings.publicUrl}`,
    )
  const isPublic = settings.console === 'on' && settings.isPublicUrlSet
  if (settings.console !== 'off') say(`The operators' console: ${isPublic ? settings.publicUrl : address}/console`)
  const { metricsListen } = settings.observability
  if (metricsListen) say(`Metrics: ${baseUrlOf(metricsListen.host, metricsListen.port)}/metrics`)
  say(await nextStep((await db.prisma.admin.count()) > 0, { address, dataDir: settings.dataDir }))
  return port
}

interface Served {
  port: number
  /** Whether it ended because a restore has replaced the data, also by another server. */
  isReplaced: boolean
}

/**
 * Serves until a stop is requested, or until the data are replaced. Then it finishes running requests, and aborts those that exceed the time limit; a
 * second request aborts them at once. The resources are in use until it resolves or rejects.
 */
export const serve = async (
  settings: Settings,
  resources: OpenedResources,
  stopRequests: StopRequests,
): Promise<Served> => {
  const { signal } = stopRequests
  const version = await dataVersion(resources.db)
  const app = await build(resources)
  stopRequests.again = () => app.server.closeAllConnections()
  try {
    signal.throwIfAborted()
    app.services.auditChain.start(app.background)
    startHousekeeping(app.background, app.services, settings)
    startKeyReloading(app.background, resources.db, resources.keys)
    startRollups(app.background, resources.db)
    startCleanUp(app.background, resources.db)
    const replaced = watchData(app.background, resources.db, version)
    await deleteAgain(app, signal)
    const port = await listen(app, settings, resources)
    signal.throwIfAborted()
    app.services.jobs.start()
    if (settings.observability.statusLine && process.stdout.isTTY)
      startStatusLine(app.background, app.services.requestCounts, say)
    const isReplaced = await Promise.race([replaced.then(() => true), once(signal, 'abort').then(() => false)])
    if (isReplaced) say('A restore has replaced the data. Reading them anew …')
    else if (settings.drainTime > 0) await drain(app, settings.drainTime, stopRequests, replaced)
    return { port, isReplaced }
  } finally {
    await closeGently(app)
  }
}

/** Answers for a while yet. Another request to stop ends that, and a restore, since all that was read before is of data that are gone. */
const drain = async (
  app: FastifyInstance,
  time: number,
  stopRequests: StopRequests,
  replaced: Promise<void>,
): Promise<void> => {
  const hurry = new AbortController()
  void replaced.then(() => hurry.abort())
  const { again } = stopRequests
  stopRequests.again = () => hurry.abort()
  say(`Stopping in ${time / 1000} s; a second signal stops it now.`)
  await app.drain.run(time, hurry.signal)
  stopRequests.again = again
}

/** Before anybody logs in: after a restore, users who were deleted since the backup. */
const deleteAgain = async (app: FastifyInstance, signal: AbortSignal): Promise<void> => {
  await app.ready()
  await carryOutDeletions({ ...app.services, log: app.log }, signal, 'repeated')
}
