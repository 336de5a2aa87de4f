import { startDemo } from './demo.ts'
import { appSettings, type IdentityWorld, startIdentityWorld } from './identity/index.ts'

/** Where things are in development: always the same, so that bookmarks and stored settings stay right. */
const ports = { world: 5580, smtp: 5525, demo: 5581 }

/** The app that `npm run dev` makes in a database that has none of this id. */
const appId = '0de00000-0000-4000-8000-000000000001'

/** The demo app, wired to the world. */
const settingsOf = (world: IdentityWorld, demoUrl: string) => ({
  id: appId,
  name: 'Demo',
  settings: {
    description: 'Made by npm run dev: every login method, wired to the providers on loopback',
    redirectOrigins: [demoUrl],
    ...appSettings(world),
  },
})

/**
 * Runs the identity providers and the demo page for a server at `apiUrl` (the first argument) and tells the parent what
 * that server needs: its environment, and the demo app.
 */
const run = async (apiUrl: string): Promise<void> => {
  const world = await startIdentityWorld({ port: ports.world, smtpPort: ports.smtp })
  const telegramBotId = world.telegram.bots.own.id
  const demo = await startDemo({ port: ports.demo, apiUrl, appId, worldUrl: world.url, telegramBotId })
  const stop = async () => {
    await Promise.all([demo.stop(), world.stop()])
    process.exit(0)
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
  console.log(`Demo page  ${demo.url}
Providers  ${world.url}   outbox ${world.url}/outbox`)
  process.send?.({
    environment: { ...world.environment, OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1' },
    app: settingsOf(world, demo.url),
  })
}

run(process.argv[2] ?? 'http://127.0.0.1:5566').catch((error: unknown) => {
  const { code } = error as NodeJS.ErrnoException
  const hint = code === 'EADDRINUSE' ? ' Is another npm run dev running?' : ''
  console.error(`${error instanceof Error ? error.message : String(error)}.${hint}`)
  process.exit(1)
})
