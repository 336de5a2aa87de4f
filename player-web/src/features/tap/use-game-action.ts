import type { ErrorCode, GameProfile } from '@openauth/client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { notify } from '../../components/notify.ts'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'
import { failureWords } from './failure-words.ts'
import { type GameCalls, useGameCalls } from './tap-calls.ts'
import { showProfile } from './use-tap-session.ts'

const reasons: Partial<Record<ErrorCode, MessageId>> = {
  not_enough_rings: 'tap.notEnough',
  boost_changed: 'tap.boostChanged',
  highest_level: 'tap.highest',
  no_boost_left: 'tap.noneLeft',
  game_off: 'tap.off',
  too_many_attempts: 'error.tooManyAttempts',
}

/** Calls that change the player's account. The profile that they answer is shown at once; an error is a notice. */
export const useGameAction = () => {
  const t = useTranslate()
  const calls = useGameCalls()
  const cache = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  /** Resolves with whether the call succeeded. */
  const run = useCallback(
    async (call: (calls: GameCalls) => Promise<GameProfile>): Promise<boolean> => {
      setIsBusy(true)
      try {
        showProfile(cache, await call(calls))
        return true
      } catch (error) {
        notify.error(t(failureWords(error, reasons)))
        return false
      } finally {
        setIsBusy(false)
      }
    },
    [calls, cache, t],
  )
  return { run, isBusy }
}
