import { ApiError } from '@openauth/client'
import { faultOf } from '../../connection-fault.ts'
import { createStore, useStore } from '../store.ts'

/**
 * Whether the server answers. `reconnecting`: it did a moment ago; `gone`: it has not for several attempts, which go on;
 * `foreign`: another program answers at its address, such as a proxy's page.
 */
export type ConnectionState = 'online' | 'reconnecting' | 'gone' | 'foreign'

const state = createStore<ConnectionState>('online')

/** The state of the connection to the server in use. */
export const useConnectionState = (): ConnectionState => useStore(state)

/** What an outcome says about the connection; undefined where it says nothing, as an aborted call. */
export const connectionOf = (error: unknown): ConnectionState | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const fault = faultOf(error.code)
  // An error of the console itself says nothing of the server.
  if (fault === 'none') return undefined
  if (fault === 'foreign' || fault === 'foreignError') return 'foreign'
  return fault || error.status === 0 ? 'reconnecting' : 'online'
}

/** Milliseconds before each attempt; the last one repeats. */
const delays = [1000, 2000, 4000, 8000, 15_000]

let timer: ReturnType<typeof setTimeout> | undefined
let attempts = 0
let check: (() => Promise<unknown>) | undefined
let onBack: () => void = () => {}

const attempt = async (): Promise<void> => {
  timer = undefined
  const error = await check?.().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  reportOutcome(error)
}

const schedule = () => {
  if (timer || !check) return
  timer = setTimeout(() => void attempt(), delays[Math.min(attempts, delays.length - 1)])
  attempts += 1
}

/** Tells the outcome of a call: `undefined` after an answer. */
export const reportOutcome = (error: unknown): void => {
  const next = error === undefined ? 'online' : connectionOf(error)
  if (!next) return
  if (next === 'online') {
    const wasLost = state.get() !== 'online'
    clearTimeout(timer)
    timer = undefined
    attempts = 0
    state.set('online')
    if (wasLost) onBack()
    return
  }
  state.set(next === 'reconnecting' && attempts >= delays.length ? 'gone' : next)
  schedule()
}

/** Tries at once. */
export const reconnectNow = (): void => {
  clearTimeout(timer)
  void attempt()
}

/** Sets the call that attempts make, and what to do once the server answers again. */
export const watchConnection = (ping: () => Promise<unknown>, back: () => void): void => {
  check = ping
  onBack = back
}
