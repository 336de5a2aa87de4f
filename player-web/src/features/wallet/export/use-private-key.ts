import { ApiError, solana } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReauthenticationInput } from './reauthentication-methods.ts'

const tables = { solana }

/** Milliseconds for which a key is shown. */
export const SHOWN_FOR = 60_000

export type KeyState =
  | { step: 'hidden'; error: Error | null }
  /** The server wants to know whether it is the user who asks. */
  | { step: 'proof'; error: Error | null }
  /** The operator lets no keys be shown. */
  | { step: 'disabled' }
  | { step: 'shown'; key: string }

const hidden: KeyState = { step: 'hidden', error: null }

/** What follows a refusal. One of a proof leaves its form open. */
export const afterRefusal = (before: KeyState['step'], thrown: unknown): KeyState => {
  const code = thrown instanceof ApiError ? thrown.code : undefined
  if (code === 'export_disabled') return { step: 'disabled' }
  if (code === 'reauthentication_required') return { step: 'proof', error: null }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  return { step: before === 'proof' ? 'proof' : 'hidden', error }
}

/** Calls back when a shown key has been there long enough: after its time, or when the page is no longer looked at. */
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
 * The private key, asked for and shown for a minute. It is in this state alone: neither in a cache nor in storage, an
 * address or a log; leaving the screen or the page drops it, also where it arrives after that.
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
