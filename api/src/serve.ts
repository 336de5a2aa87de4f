import type { Custody } from './custody/index.ts'
import { deleteCredentialVariables, ignoredSettings, readSettings } from './env.ts'
import { DEFAULT_PORT } from './listen-address.ts'
import { type OpenedResources, openResources } from './open-resources.ts'
import { listenForStop, type StopRequests } from './stop-requests.ts'

/** Runs with the open resources before the server listens. The signal is aborted when the server stops. */
export type Prepare = (resources: OpenedResources, signal: AbortSignal) => Promise<void>

/**
 * The API itself. Its modules are most of a start's work for the processor, so they are loaded while the database starts, which is
 * a process of its own.
 */
const loadServing = () => import('./serving.ts')

const start = async (prepare: Prepare, stopRequests: StopRequests): Promise<void> => {
  const tell = (line: string) => void process.stderr.write(`${line}\n`)
  ignoredSettings().forEach(tell)
  const settings = readSettings()
  const { signal } = stopRequests
  // A failure is that of the call below.
  const meanwhile = () => void loadServing().catch(() => {})
  const resourcesOf = (keys?: Custody) =>
    openResources(settings, { log: tell, signal, meanwhile, ...(keys && { keys }) })
  let resources = await resourcesOf()
  if (settings.signer.kind !== 'inline') deleteCredentialVariables()
  try {
    await prepare(resources, signal)
    const { serve } = await loadServing()
    let served = await serve(settings, resources, stopRequests)
    // All that was read before, in whichever cache, is of data that are gone. The keys are the same, and their credentials
    // are no longer in the environment.
    while (served.isReplaced) {
      await resources.closeButKeys()
      resources = await resourcesOf(resources.keys)
      served = await serve({ ...settings, port: served.port }, resources, stopRequests)
    }
  } finally {
    await resources.close()
  }
}

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { code, syscall, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `Another program, perhaps another OpenAuth, already listens on port ${port} (${error.message}). Stop it, or set PORT to another, as in  PORT=${(port ?? DEFAULT_PORT) + 1} npm start`
  if (syscall === 'getaddrinfo' || syscall === 'listen') return `${error.message}. Look at HOST and PORT.`
  // Errors with their own name have messages for operators; others are printed with their stack.
  return error.name === 'Error' ? (error.stack ?? error.message) : error.message
}

/** Opens all resources and serves until a signal. A failure is printed and ends the process. */
export const run = (prepare: Prepare = async () => {}): void => {
  const stopRequests = listenForStop()
  const ended = start(prepare, stopRequests).catch((error: unknown) => {
    if (stopRequests.signal.aborted) return
    process.stderr.write(`${describe(error)}\n`)
    process.exit(1)
  })
  void ended.then(() => process.exit(0))
}
