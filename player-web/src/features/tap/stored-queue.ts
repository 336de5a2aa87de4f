import { pageStorage } from '../../lib/page-storage.ts'
import { emptyQueue, isEmpty, type Queue, queueFromText, queueToText } from './engine/queue.ts'

const keyOf = (userId: string): string => `SONIC:Taps:${userId}`

/** Where the taps of a player are kept until the server has answered them. */
export interface QueueStore {
  read: () => Queue
  write: (queue: Queue) => void
}

const inStorage = (key: string): QueueStore => ({
  read: () => queueFromText(pageStorage.get(key)),
  write: (queue) => {
    if (isEmpty(queue)) pageStorage.remove(key)
    else pageStorage.set(key, queueToText(queue))
  },
})

const inNoStorage: QueueStore = { read: () => emptyQueue, write: () => {} }

/** Resolves with whether this tab has the lock of a name, which it keeps until it is closed. */
const ownsLock = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    // Older web views have no locks, and one tab.
    if (!('locks' in navigator)) return resolve(true)
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock ? new Promise(() => {}) : undefined
      })
      .catch(() => resolve(true))
  })

const owned = new Map<string, Promise<boolean>>()

/**
 * The stored queue of a player. One tab of a browser has it: two would send the same taps under different numbers. Others
 * keep theirs in memory.
 */
export const openQueueStore = async (userId: string): Promise<QueueStore> => {
  const key = keyOf(userId)
  const isOwner = owned.get(key) ?? ownsLock(key)
  owned.set(key, isOwner)
  return (await isOwner) ? inStorage(key) : inNoStorage
}
