import type { FastifyInstance } from 'fastify'
import { startGame } from './features/game/feature.ts'
import { startMonitor } from './features/transfers/monitor.ts'
import { createGauges } from './gauges.ts'
import { startDeletions } from './features/privacy/carry-out.ts'
import { startLogouts } from './features/oidc-provider/back-channel.ts'
import { startWebhooks } from './features/webhooks/dispatcher.ts'
import { guardOrigins } from './cross-origin.ts'
import { closeDrained, createDrain, type Drain } from './drain.ts'
import { createHandlers } from './handlers.ts'
import { createServer } from './http-server.ts'
import { type BackgroundWork, createBackgroundWork } from './lib/background-work.ts'
import type { RequestCounts } from './lib/request-counts.ts'
import { createLogTail } from './lib/log-tail.ts'
import type { Gauges } from './lib/metrics/gauges.ts'
import { mountContract } from './mount.ts'
import { avatars } from './protocols/avatars.ts'
import { serveConsole } from './protocols/console.ts'
import { dataExport } from './protocols/data-export.ts'
import { docs } from './protocols/docs.ts'
import { listenForMetrics, metrics } from './protocols/metrics.ts'
import { oidcProvider } from './protocols/oidc-provider.ts'
import { player } from './protocols/player.ts'
import { recovery } from './protocols/recovery.ts'
import { redirects } from './protocols/redirects.ts'
import { wellKnown } from './protocols/well-known.ts'
import type { Settings } from './env.ts'
import type { Resources } from './resources.ts'
import { version } from './version.ts'
import { openServices, type ServiceOptions, type Services } from './services.ts'

export interface BuildOptions extends ServiceOptions {
  /** The folder of another build of the player app than this package's. */
  playerFolder?: string
  /** The folder of another build of the console's pages than this checkout's. */
  consoleFolder?: string
  /** How long a backup and a restore wait for their client, in milliseconds. */
  recoveryPatience?: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Work beside requests. Closing the server waits for it. */
    background: BackgroundWork
    /** What handlers need. Closing the server closes it. */
    services: Services & { requestCounts: RequestCounts }
    /** What comes before the end: the server answers, and says that it stops. */
    drain: Drain
  }
}

/** Starts what the server does beside requests, once it listens. */
const startBackground = (app: FastifyInstance, services: Services): void => {
  const background = createBackgroundWork(app.log)
  app.decorate('background', background)
  app.addHook('onListen', async () => startMonitor(background, services, app.log))
  app.addHook('onListen', async () =>
    startWebhooks(background, { ...services, post: services.webhookPost, log: app.log }),
  )
  app.addHook('onListen', async () => startDeletions(background, { ...services, log: app.log }))
  app.addHook('onListen', async () => startLogouts(background, services, app.log))
  startGame(background, services, app.log)
  app.addHook('onClose', background.stop)
}

/** Metrics on the API's port and on one of their own, as the settings say. A port that is taken stops the start. */
const serveMetrics = async (app: FastifyInstance, services: Services, requestGauges: Gauges): Promise<void> => {
  const needs = { settings: services.settings, gauges: createGauges(services, requestGauges) }
  await app.register(metrics, needs)
  let close = () => {}
  app.addHook('onReady', async () => {
    close = await listenForMetrics(needs)
  })
  app.addHook('onClose', async () => close())
}

/** Traces of this server, whose code is loaded only where the settings name a receiver. */
const openTraces = async ({ observability: { tracing } }: Settings) =>
  tracing && (await import('./lib/tracing/open-telemetry.ts')).openTracing({ ...tracing, version })

/** Builds the server over opened resources, without listening. */
export const build = async (resources: Resources, options: BuildOptions = {}): Promise<FastifyInstance> => {
  const logTail = resources.settings.logTail ? createLogTail() : undefined
  const tracing = await openTraces(resources.settings)
  const { app, methodsOf, requestCounts, requestGauges } = createServer(
    resources.settings,
    logTail?.stream(process.stdout),
    tracing,
  )
  const onClose = (close: () => Promise<void>) => void app.addHook('onClose', close)
  if (tracing) onClose(tracing.close)
  resources.db.onSlowStatement((slow) => app.log.warn(slow, 'a statement of the database was slow'))
  const services = { ...(await openServices(resources, { log: app.log, onClose }, options)), logTail, requestCounts }
  app.decorate('services', services)
  const drain = createDrain()
  app.decorate('drain', drain)
  closeDrained(app, drain)
  guardOrigins(app, services.findAppsOfOrigin)
  startBackground(app, services)
  const handlers = createHandlers(services)
  mountContract(app, services, handlers)
  await app.register(wellKnown, { ...services, drain })
  await serveMetrics(app, services, requestGauges)
  await app.register(redirects, services)
  await app.register(oidcProvider, services)
  await app.register(avatars, services)
  await app.register(dataExport, services)
  await app.register(recovery, {
    ...services,
    ...(options.recoveryPatience === undefined ? {} : { patience: options.recoveryPatience }),
  })
  await app.register(docs)
  await app.register(serveConsole, { deps: services, handlers, folder: options.consoleFolder })
  await app.register(player, {
    ...services,
    methodsOf,
    ...(options.playerFolder ? { folder: options.playerFolder } : {}),
  })
  return app
}
