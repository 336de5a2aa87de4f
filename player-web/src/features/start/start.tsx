import type { PlayerConfig } from '@openauth/client'
import { useCallback, useEffect, useState } from 'react'
import { readConfig } from '../../config/config.ts'
import { Frame } from './frame.tsx'
import { StartView } from './start-view.tsx'
import { type Answer, stateOf } from './state.ts'

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

/** A server without an app yet: says what to do next. Coming back from the terminal asks again. */
const Start = (props: Props) => {
  const { answer, isBusy, again } = useAnswer(props)
  useEffect(() => {
    addEventListener('focus', again)
    return () => removeEventListener('focus', again)
  }, [again])
  return (
    <Frame>
      <StartView state={stateOf(answer)} busy={isBusy} onRetry={again} />
    </Frame>
  )
}

export default Start
