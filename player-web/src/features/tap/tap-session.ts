import type { GameProfile } from '@openauth/client'
import { createTapEngine, type TapEngine } from './engine/engine.ts'
import { openQueueStore } from './stored-queue.ts'

/** The engine of a player on this page. It outlives the screens, so that taps are sent after the player has left them. */
export interface TapSession {
  userId: string
  engine: TapEngine
  subscribe: (listener: () => void) => () => void
  setCalls: (calls: SessionCalls) => void
}

export interface SessionCalls {
  send: Parameters<typeof createTapEngine>[0]['send']
  readProfile: () => Promise<GameProfile>
  /** Called where the server no longer knows the session. */
  onSignedOut: () => void
}

let current: TapSession | undefined

const isUsable = ({ engine }: TapSession): boolean => ['working', 'waiting'].includes(engine.view().status)

/** Sends what waits when the page is hidden or left, and when the network is back. */
const watchPage = (flush: () => void): void => {
  document.addEventListener('visibilitychange', flush)
  addEventListener('pagehide', flush)
  addEventListener('online', flush)
}
let isWatching = false

const schedule = (run: () => void, milliseconds: number) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

const create = async (profile: GameProfile, first: SessionCalls): Promise<TapSession> => {
  const store = await openQueueStore(profile.id)
  const listeners = new Set<() => void>()
  let calls = first
  const engine = createTapEngine({
    profile,
    store,
    schedule,
    now: () => performance.now(),
    random: Math.random,
    send: (batch) => calls.send(batch),
    readProfile: () => calls.readProfile(),
    onChange: () => {
      for (const listener of listeners) listener()
      if (engine.view().status === 'signedOut') calls.onSignedOut()
    },
  })
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return { userId: profile.id, engine, subscribe, setCalls: (next) => (calls = next) }
}

let opening: { userId: string; session: Promise<TapSession> } | undefined

/** The session of a player; that of another player ends. */
export const openTapSession = async (profile: GameProfile, calls: SessionCalls): Promise<TapSession> => {
  if (current?.userId === profile.id && isUsable(current)) {
    current.setCalls(calls)
    current.engine.sync(profile)
    return current
  }
  current?.engine.stop()
  if (opening?.userId !== profile.id) opening = { userId: profile.id, session: create(profile, calls) }
  current = await opening.session
  opening = undefined
  if (!isWatching) watchPage(() => current?.engine.flush())
  isWatching = true
  return current
}
