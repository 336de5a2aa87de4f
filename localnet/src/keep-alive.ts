/** A node that can be restarted at its address. */
export interface RestartableNode {
  /** The name in messages. */
  name: string
  /** Throws if the node does not answer. */
  ask: () => Promise<unknown>
  /** Ends what is left of the node, also where it hangs. */
  stop: () => Promise<void>
  /** Starts it again at the same address, with the same accounts and tokens. Returns its stop function. */
  start: () => Promise<() => Promise<void>>
}

export interface KeepAliveOptions {
  /** Receives a line when a node is lost, when it runs again, and when a restart fails. */
  tell: (line: string) => void
  /** Milliseconds between two checks. */
  every?: number
}

/** The number of unanswered checks that mean that a node hangs. A busy machine may miss one. */
const MAX_MISSED = 3

const isRefused = (error: unknown): boolean =>
  ((error as { cause?: { code?: unknown } } | undefined)?.cause?.code ?? '') === 'ECONNREFUSED'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Checks a node regularly, and restarts it where it has ended or hangs; its chain is a new one then. Returns a
 * function that ends both.
 */
export const keepAlive = (node: RestartableNode, { tell, every = 2_000 }: KeepAliveOptions): (() => Promise<void>) => {
  let { stop } = node
  let missed = 0
  let ended = false
  const restart = async (): Promise<void> => {
    tell(`${node.name} does not answer any more; it is started again, as a new chain.`)
    await stop().catch(() => {})
    stop = async () => {}
    stop = await node.start()
    missed = 0
    tell(`${node.name} runs again.`)
  }
  const isLost = async (): Promise<boolean> => {
    try {
      await node.ask()
      missed = 0
    } catch (error) {
      missed = isRefused(error) ? MAX_MISSED : missed + 1
    }
    return missed >= MAX_MISSED
  }
  const check = async (): Promise<void> => {
    if ((await isLost()) && !ended) await restart()
  }
  let timer: NodeJS.Timeout
  let current = Promise.resolve()
  const next = (): void => {
    if (ended) return
    timer = setTimeout(() => {
      current = check()
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
