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

/** A server without an app yet: says what to do next. Coming back from the terminal asks again. */
const Start = ({ onReady }: Props) => {
  const [answer, setAnswer] = useState<Answer>({ data: undefined, error: undefined })
  const [isBusy, setIsBusy] = useState(true)
  const ask = useCallback(async () => {
    setIsBusy(true)
    await readConfig().then(
      (data) => (data.app ? onReady(data) : setAnswer({ data, error: undefined })),
      (error: unknown) => setAnswer(({ data }) => ({ data, error })),
    )
    setIsBusy(false)
  }, [onReady])
  useEffect(() => {
    void ask()
    const again = () => void ask()
    addEventListener('focus', again)
    return () => removeEventListener('focus', again)
  }, [ask])
  return (
    <Frame>
      <StartView state={stateOf(answer)} busy={isBusy} onRetry={() => void ask()} />
    </Frame>
  )
}

export default Start
