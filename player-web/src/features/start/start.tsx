import type { PlayerConfig } from '@openauth/client'
import { useCallback, useEffect, useState } from 'react'
import { readConfig } from '../../config/config.ts'
import { Frame } from './frame.tsx'
import { StartView } from './start-view.tsx'
import { type Answer, stateOf } from './state.ts'

/** Milliseconds between two checks of the server. */
const CHECK_INTERVAL = 3000

interface Props {
  /** Called once the server has an app for this page. */
  onReady: (config: PlayerConfig) => void
}

/** The server writes it into the page of a server without an app, for browsers that it shows the console to. */
const consoleUrl = () => document.querySelector<HTMLMetaElement>('meta[name=openauth-console]')?.content

/** Reads the server's configuration, at first and again with each check. */
const useAnswer = ({ onReady }: Props) => {
  const [turn, setTurn] = useState(0)
  const [answer, setAnswer] = useState<Answer & { turn: number }>({ turn: -1, data: undefined, error: undefined })
  useEffect(() => {
    readConfig().then(
      (data) => (data.app ? onReady(data) : setAnswer({ turn, data, error: undefined })),
      (error: unknown) => setAnswer(({ data }) => ({ turn, data, error })),
    )
  }, [turn, onReady])
  const again = useCallback(() => setTurn((last) => last + 1), [])
  return { answer, isBusy: answer.turn !== turn, again }
}

/**
 * Shown for a server without an app, or one that does not answer: says what to do next, and checks again every few
 * seconds.
 */
const Start = (props: Props) => {
  const { answer, isBusy, again } = useAnswer(props)
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && again()
    const timer = setInterval(look, CHECK_INTERVAL)
    for (const name of ['focus', 'online'] as const) addEventListener(name, look)
    return () => {
      clearInterval(timer)
      for (const name of ['focus', 'online'] as const) removeEventListener(name, look)
    }
  }, [again])
  return (
    <Frame>
      <StartView state={stateOf(answer)} busy={isBusy} onRetry={again} consoleUrl={consoleUrl()} />
    </Frame>
  )
}

export default Start
