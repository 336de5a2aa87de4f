// Runs a surfpool node for the process that forked this one, and ends with it. A node in that process would leave a thread
// behind when it stops, which wakes more than a thousand times a second.
import { createRequire } from 'node:module'

/** The node halts for good once its channel of about a thousand events, one a slot at least, is full. Milliseconds. */
const DRAIN_EVERY = 200

const tell = (answer) => process.send?.(answer)

process.once('message', ({ path, config }) => {
  try {
    const { Surfnet } = createRequire(import.meta.url)(path)
    const surfnet = Surfnet.startWithConfig(config)
    // It also keeps the node's handle: one that is collected as garbage stops the node.
    setInterval(() => surfnet.drainEvents(), DRAIN_EVERY)
    tell({ rpcUrl: surfnet.rpcUrl, wsUrl: surfnet.wsUrl })
  } catch (error) {
    tell({ error: error instanceof Error ? error.message : String(error) })
  }
})
// Ctrl-C reaches the whole group of processes; this one ends when the one that needs it does.
process.on('SIGINT', () => {})
process.once('disconnect', () => process.exit(0))
