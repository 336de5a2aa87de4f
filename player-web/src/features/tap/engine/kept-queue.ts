import { addTaps, type Queue, type Run } from './queue.ts'

/** Milliseconds from a tap until it is stored at the latest. */
const STORE_AFTER = 300

export interface KeptQueueDeps {
  schedule: (run: () => void, milliseconds: number) => () => void
  store: { read: () => Queue; write: (queue: Queue) => void }
}

/** The unanswered taps and their storage: at once when a batch changes, and a moment after a tap. */
export const createKeptQueue = ({ schedule, store }: KeptQueueDeps, lastSeq: number) => {
  let queue = store.read()
  if (queue.sent && queue.sent.seq <= lastSeq) queue = { ...queue, sent: null }
  let cancelStoring: (() => void) | undefined
  const save = () => {
    cancelStoring?.()
    cancelStoring = undefined
    store.write(queue)
  }
  return {
    get: (): Queue => queue,
    set: (next: Queue): void => {
      if (next === queue) return
      queue = next
      save()
    },
    addTap: (run: Run): void => {
      queue = addTaps(queue, run)
      cancelStoring ??= schedule(save, STORE_AFTER)
    },
    save,
  }
}
