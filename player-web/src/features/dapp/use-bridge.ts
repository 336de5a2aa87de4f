import { useOpenAuth } from '@openauth/client/react'
import { type RefObject, useEffect, useMemo } from 'react'
import { type Bridge, createBridge } from './bridge/bridge.ts'
import { useBridgeCalls } from './use-bridge-calls.ts'

interface Framed {
  name: string
  /** The exact origin that is heard and answered. */
  origin: string
  hasWallet: boolean
}

/** Milliseconds; unlike the date, it never goes back. */
const now = (): number => performance.now()

/**
 * The bridge between a dapp's frame and the wallet, as long as both exist and one user is logged in. Undefined where
 * the dapp may not use the wallet.
 */
export const useBridge = (frame: RefObject<HTMLIFrameElement | null>, dapp: Framed): Bridge | undefined => {
  const { name, origin, hasWallet } = dapp
  const { token, profile } = useOpenAuth()
  // Permissions are stored by user id.
  const isKnown = token !== null && profile !== null
  const calls = useBridgeCalls(origin, name)
  const bridge = useMemo(() => {
    if (!hasWallet || !isKnown) return undefined
    const view = () => frame.current?.contentWindow ?? undefined
    return createBridge({
      origin,
      isFrame: (source) => source !== null && source === view(),
      post: (answer) => view()?.postMessage(answer, origin),
      calls,
      now,
    })
  }, [calls, frame, hasWallet, isKnown, origin])
  useEffect(() => {
    if (!bridge) return
    const close = bridge.open()
    const listen = (event: MessageEvent) => bridge.receive(event)
    addEventListener('message', listen)
    return () => {
      removeEventListener('message', listen)
      close()
    }
  }, [bridge])
  return bridge
}
