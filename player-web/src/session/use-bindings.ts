import { ApiError, endpoints } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useEffect } from 'react'
import { useConfig } from '../config/config.ts'
import { removeCode, storedCode, markRefused, wasRefused } from './codes.ts'

const odysseyCalls = { game: endpoints.game }

// oxlint-disable-next-line no-console -- binding failures are only logged
const logFailure = (error: unknown): void => console.warn('A code was not bound:', error)

/** Refusals that a retry cannot change: the code does not exist, or it would make the user their own inviter. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && ['referrer_not_found', 'own_referrer', 'referral_loop'].includes(error.code ?? '')

/** Binds the stored refer code while the user has no referrer, unless it is the user's own code. */
export const useReferralBinding = (): void => {
  const { profile, client, refresh } = useOpenAuth()
  const { switches } = useConfig()
  const isOpen = switches.referral && profile?.referrer === null
  const { id, referCode: ownCode } = profile ?? {}
  useEffect(() => {
    const referCode = storedCode('refer')
    if (!isOpen || id === undefined || referCode === undefined || referCode === ownCode) return
    if (wasRefused(id, referCode)) return
    const bound = () => {
      removeCode('refer')
      void refresh()
    }
    const failed = (error: unknown) => {
      if (isFinal(error)) markRefused(id, referCode)
      logFailure(error)
    }
    client.account.bindReferrer({ referCode }).then(bound, failed)
  }, [isOpen, id, ownCode, client, refresh])
}

/** Binds the stored Odyssey code once a user is logged in. */
export const useOdysseyBinding = (onBound: () => void): void => {
  const { token, callsOf } = useOpenAuth()
  const { switches } = useConfig()
  const isOn = switches.odyssey
  useEffect(() => {
    const odsCode = storedCode('odyssey')
    if (!isOn || token === null || odsCode === undefined) return
    const bound = () => {
      removeCode('odyssey')
      onBound()
    }
    callsOf(odysseyCalls).game.bindOdyssey({ odsCode }).then(bound, logFailure)
  }, [isOn, token, callsOf, onBound])
}
