import { ApiError, game } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useEffect } from 'react'
import { useConfig } from '../config/config.ts'
import { removeCode, storedCode, markRefused, wasRefused } from './codes.ts'

const odysseyCalls = { game }

// oxlint-disable-next-line no-console -- binding failures are only logged
const logFailure = (error: unknown): void => console.warn('A code was not bound:', error)

/** No later call can end otherwise: nobody has the code, or it would make the user its own inviter. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && ['referrer_not_found', 'own_referrer', 'referral_loop'].includes(error.code ?? '')

/** Binds whoever invited this user, once: while there is no referrer, by a code that is not the user's own. */
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

/** Binds an Odyssey code that a link has brought, as soon as somebody is logged in. */
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
