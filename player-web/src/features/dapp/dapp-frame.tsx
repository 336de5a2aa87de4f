import { Button } from '@openauth/ui/button'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslate } from '../../i18n/i18n.ts'
import { useWallets } from '../../session/player.ts'
import type { Bridge } from './bridge/bridge.ts'
import { Consent } from './consent/consent.tsx'
import { DappBar } from './dapp-bar.tsx'
import type { Registered } from './registered.ts'
import { useBridge } from './use-bridge.ts'
import { useElapsed } from './use-elapsed.ts'
import { frameUrl } from './dapp-target.ts'
import './dapp-frame.css'

/** Milliseconds: how long the spinner is shown at most, and when a frame counts as stuck. */
const SPINNER = 2000
const STUCK = 6000

/**
 * The dapp keeps its own origin, by which it is identified and has storage. That origin is never this page's
 * (dapp-target.ts), so that the dapp cannot access the page around it; nor may it navigate that page.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals'

const Spinner = () => <output className="dapp-spinner" aria-label={useTranslate()('state.loading')} />

const Slow = ({ name, onRetry }: { name: string; onRetry: () => void }) => {
  const t = useTranslate()
  return (
    <output className="dapp-note">
      <span>{t('dapp.slow', { name })}</span>
      <Button onClick={onRetry}>{t('state.retry')}</Button>
    </output>
  )
}

const Muted = ({ bridge, name }: { bridge: Bridge; name: string }) => {
  const t = useTranslate()
  return (
    <output className="dapp-note">
      <span>{t('bridge.muted', { name })}</span>
      <Button onClick={bridge.prompts.unmute}>{t('bridge.unmute')}</Button>
    </output>
  )
}

/** The dapp's current question to the user. */
const CurrentPrompt = ({ bridge, name, origin }: { bridge: Bridge; name: string; origin: string }) => {
  const { prompts } = bridge
  const prompt = useSyncExternalStore(prompts.current.subscribe, prompts.current.get)
  const isMuted = useSyncExternalStore(prompts.isMuted.subscribe, prompts.isMuted.get)
  return (
    <>
      {isMuted && <Muted bridge={bridge} name={name} />}
      {prompt && <Consent key={prompt.id} prompts={prompts} prompt={prompt} asker={{ name, origin }} />}
    </>
  )
}

/** What is known of the frame's content. */
type FrameStatus = 'loading' | 'loaded' | 'alive'

interface FramedProps {
  dapp: Registered
  /** The dapp's exact origin, which its messages must have. */
  origin: string
  /** The address of the user's Solana wallet, if known. */
  address: string | undefined
  status: FrameStatus
  onStatus: (status: FrameStatus) => void
  onRetry: () => void
}

/** A message of the frame, to whomever: only a page sends one, never what a browser shows in place of a page. */
const useSignOfLife = (frame: RefObject<HTMLIFrameElement | null>, onAlive: () => void): void => {
  const notify = useRef(onAlive)
  useEffect(() => void (notify.current = onAlive))
  useEffect(() => {
    const listen = ({ source }: MessageEvent) => {
      if (source !== null && source === frame.current?.contentWindow) notify.current()
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [frame])
}

const Framed = ({ dapp, origin, address, status, onStatus, onRetry }: FramedProps) => {
  const t = useTranslate()
  const frame = useRef<HTMLIFrameElement>(null)
  // Kept for the life of the frame: another address would reload the dapp.
  const [src] = useState(() => frameUrl(dapp.url, address))
  const isLoading = status === 'loading'
  const spins = !useElapsed(SPINNER) && isLoading
  const isStuck = useElapsed(STUCK) && isLoading
  const hasLoaded = useRef(false)
  const { name, hasWallet } = dapp
  const bridge = useBridge(frame, { name, origin, hasWallet })
  useSignOfLife(frame, () => onStatus('alive'))
  const onLoad = () => {
    // The frame has loaded a second page: requests of the first are cancelled.
    if (hasLoaded.current) bridge?.pageChanged()
    hasLoaded.current = true
    if (isLoading) onStatus('loaded')
  }
  return (
    <>
      {isStuck && <Slow name={name} onRetry={onRetry} />}
      {bridge && <CurrentPrompt bridge={bridge} name={name} origin={origin} />}
      <div className="dapp-view">
        {spins && <Spinner />}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- never of this page's own origin, see SANDBOX */}
        <iframe
          ref={frame}
          src={src}
          title={t('dapp.frame', { name })}
          sandbox={SANDBOX}
          referrerPolicy="origin"
          // Without full screen: a full-screen element would cover the consent and pass clicks through to it.
          allow="clipboard-write"
          onLoad={onLoad}
        />
      </div>
    </>
  )
}

/** The frame, as soon as the wallet's address is known: the dapp gets it once, and starts without it only if it cannot be read. */
const WithAddress = (props: Omit<FramedProps, 'address'>) => {
  const wallets = useWallets()
  const isSpinning = !useElapsed(SPINNER)
  if (wallets.isPending && wallets.failureCount === 0) return isSpinning && <Spinner />
  return <Framed {...props} address={wallets.data?.solWallet} />
}

/** A dapp in its frame, with the wallet's address, below a bar that is there whatever the frame shows. */
export const DappFrame = ({ dapp, origin }: { dapp: Registered; origin: string }) => {
  const [attempt, setAttempt] = useState(0)
  const [status, setStatus] = useState<FrameStatus>('loading')
  const reload = () => {
    setStatus('loading')
    setAttempt(attempt + 1)
  }
  return (
    <div className="dapp-frame">
      <DappBar dapp={dapp} mayBeEmpty={status === 'loaded'} onReload={reload} />
      <WithAddress key={attempt} dapp={dapp} origin={origin} status={status} onStatus={setStatus} onRetry={reload} />
    </div>
  )
}
