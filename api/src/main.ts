import './memory.ts'
import { build } from './app.ts'
import { readSettings, type Settings } from './env.ts'
import { sweepRegularly } from './features/housekeeping.ts'
import { openResources } from './resources.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** What an operator does next, told once the server answers. */
const nextStep = (initialized: boolean, address: string) =>
  initialized ? `API reference: ${address}/docs` : 'Next: create the first admin with  npx openauth setup'

const addressOf = ({ host }: Settings, port: number): string => {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

const start = async (): Promise<void> => {
  const settings = readSettings()
  const resources = await openResources(settings, (line) => process.stderr.write(`postgres: ${line}\n`))
  const app = await build(resources)
  const stopSweeping = sweepRegularly(resources.db, app.log)

  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    stopSweeping()
    // Requests under way are answered before what they stand on goes.
    await app.close()
    await resources.close()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))

  try {
    await app.listen({ host: settings.host, port: settings.port })
  } catch (error) {
    await resources.close()
    throw error
  }
  const { port } = app.server.address() as { port: number }
  const address = addressOf(settings, port)
  say(`OpenAuth is ready at ${address}`)
  say(nextStep((await resources.db.prisma.admin.count()) > 0, address))
}

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return `${error.message}. Stop what uses that port, or set PORT to another.`
  // Errors that name themselves were written for people; the others are shown with their place.
  return error.name === 'Error' ? (error.stack ?? error.message) : error.message
}

start().catch((error: unknown) => {
  process.stderr.write(`${describe(error)}\n`)
  process.exit(1)
})
