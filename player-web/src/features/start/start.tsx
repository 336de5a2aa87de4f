import type { PlayerConfig } from '@openauth/client'
import { useCallback, useEffect, useState } from 'react'
import { readConfig } from '../../config/config.ts'
import { Frame } from './frame.tsx'
import { StartView } from './start-view.tsx'
import { type Answer, stateOf } from './state.ts'

/** Milliseconds between two looks at the server. */
const EVERY = 3000

interface Props {
  /** Told once the server has an app for this page. */
  onReady: (config: PlayerConfig) => void
}

/** Asks the server how it is set up, at first and with every turn after that. */
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

/** A server without an app yet, or none that answers: says what to do next, and looks every few seconds. */
const Start = (props: Props) => {
  const { answer, isBusy, again } = useAnswer(props)
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && again()
    const timer = setInterval(look, EVERY)
    for (const name of ['focus', 'online'] as const) addEventListener(name, look)
    return () => {
      clearInterval(timer)
      for (const name of ['focus', 'online'] as const) removeEventListener(name, look)
    }
  }, [again])
  return (
    <Frame>
      <StartView state={stateOf(answer)} busy={isBusy} onRetry={again} />
    </Frame>
  )
}

export default Start
