import { ApiError, endpoints } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReauthenticationInput } from './reauthentication-methods.ts'

const tables = { solana: endpoints.solana }

/** How long a key is shown. Milliseconds. */
export const SHOWN_FOR = 60_000

export type KeyState =
  | { step: 'hidden'; error: Error | null }
  /** The server requires a reauthentication. */
  | { step: 'proof'; error: Error | null }
  /** The operator has switched the export off. */
  | { step: 'disabled' }
  | { step: 'shown'; key: string }

const hidden: KeyState = { step: 'hidden', error: null }

/** The state after a refusal. A refused reauthentication keeps its form open. */
export const afterRefusal = (before: KeyState['step'], thrown: unknown): KeyState => {
  const code = thrown instanceof ApiError ? thrown.code : undefined
  if (code === 'export_disabled') return { step: 'disabled' }
  if (code === 'reauthentication_required') return { step: 'proof', error: null }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  return { step: before === 'proof' ? 'proof' : 'hidden', error }
}

/** Calls back when a shown key must disappear: after its time, or when the page is hidden. */
const useEnd = (isShown: boolean, end: () => void): void => {
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(end, SHOWN_FOR)
    const hide = () => void (document.visibilityState === 'hidden' && end())
    document.addEventListener('visibilitychange', hide)
    addEventListener('pagehide', end)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hide)
      removeEventListener('pagehide', end)
    }
  }, [isShown, end])
}

/**
 * The private key, which is shown for a minute. It exists in this state only, not in a cache, storage, address or log.
 * Leaving the screen or the page drops it, also if it arrives later.
 */
export const usePrivateKey = () => {
  const { callsOf } = useOpenAuth()
  const [state, setState] = useState<KeyState>(hidden)
  const [isAsking, setIsAsking] = useState(false)
  const isUnderWay = useRef(false)
  const drop = useCallback(() => setState(hidden), [])
  useEnd(state.step === 'shown', drop)
  const ask = async (shown: ReauthenticationInput): Promise<KeyState> => {
    try {
      const key = await callsOf(tables).solana.privateKey(shown)
      return document.visibilityState === 'hidden' ? hidden : { step: 'shown', key }
    } catch (error) {
      return afterRefusal(state.step, error)
    }
  }
  const reveal = async (shown: ReauthenticationInput = {}): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsAsking(true)
    setState(await ask(shown))
    setIsAsking(false)
    isUnderWay.current = false
  }
  return { state, isAsking, reveal }
}
