import { ApiError } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useState } from 'react'
import type { ReauthenticationInput } from '../export/reauthentication-methods.ts'

/** What a call has in its input where the user has proved to be the user. */
export interface Confirmed {
  reauthenticationToken?: string
}

interface State {
  /** The server asks for a proof. */
  isAsked: boolean
  isBusy: boolean
  error: Error | null
}

const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

const isUnconfirmed = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.code === 'reauthentication_required'

/** Runs a call that needs a recent login, and with a proof where the login is older. */
export const useConfirmed = (call: (confirmed: Confirmed) => Promise<void>) => {
  const { client } = useOpenAuth()
  const [state, setState] = useState<State>({ isAsked: false, isBusy: false, error: null })
  const run = async (shown?: ReauthenticationInput): Promise<void> => {
    setState((before) => ({ ...before, isBusy: true, error: null }))
    try {
      const proved = shown && (await client.account.reauthenticate(shown))
      await call(proved ? { reauthenticationToken: proved.token } : {})
      setState({ isAsked: false, isBusy: false, error: null })
    } catch (thrown) {
      const asks = shown === undefined && isUnconfirmed(thrown)
      setState(({ isAsked }) => ({ isAsked: asks || isAsked, isBusy: false, error: asks ? null : errorOf(thrown) }))
    }
  }
  return { ...state, run }
}
