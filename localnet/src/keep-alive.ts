/** A node that can be started again at its address. */
export interface Revivable {
  /** For people. */
  name: string
  /** Throws where it does not answer. */
  ask: () => Promise<unknown>
  /** Ends what is left of it, also where it hangs. */
  stop: () => Promise<void>
  /** Starts it again at the same address, with the same accounts and tokens. Returns what ends it. */
  start: () => Promise<() => Promise<void>>
}

export interface KeepAliveOptions {
  /** Told when a node is lost, when it runs again, and when it could not be started. */
  tell: (line: string) => void
  /** Milliseconds between two questions. */
  every?: number
}

/** So many questions without an answer mean that a node hangs; a busy machine may miss one. */
const STRIKES = 3

const isRefused = (error: unknown): boolean =>
  ((error as { cause?: { code?: unknown } } | undefined)?.cause?.code ?? '') === 'ECONNREFUSED'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Asks a node now and then, and starts it again where it is gone or hangs. Its chain is a new one then. Returns what ends
 * both.
 */
export const keepAlive = (node: Revivable, { tell, every = 2_000 }: KeepAliveOptions): (() => Promise<void>) => {
  let { stop } = node
  let strikes = 0
  let ended = false
  const revive = async (): Promise<void> => {
    tell(`${node.name} does not answer any more; it is started again, as a new chain.`)
    await stop().catch(() => {})
    stop = async () => {}
    stop = await node.start()
    strikes = 0
    tell(`${node.name} runs again.`)
  }
  const isLost = async (): Promise<boolean> => {
    try {
      await node.ask()
      strikes = 0
    } catch (error) {
      strikes = isRefused(error) ? STRIKES : strikes + 1
    }
    return strikes >= STRIKES
  }
  const turn = async (): Promise<void> => {
    if ((await isLost()) && !ended) await revive()
  }
  let timer: NodeJS.Timeout
  let current = Promise.resolve()
  const next = (): void => {
    if (ended) return
    timer = setTimeout(() => {
      current = turn()
        .catch((error: unknown) => tell(`${node.name} could not be started again: ${messageOf(error)}`))
        .finally(next)
    }, every).unref()
  }
  next()
  return async () => {
    ended = true
    clearTimeout(timer)
    await current
    await stop()
  }
}
