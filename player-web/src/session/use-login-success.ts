import { useOpenAuth } from '@openauth/client/react'
import { useEffect, useMemo } from 'react'
import { useConfig } from '../config/config.ts'
import { createTrack } from './analytics.ts'
import { consumeLoginStart } from './login-start.ts'

/** Sends a `login_success` event once the token of a login that began here is present. */
export const useLoginSuccess = (): void => {
  const { token } = useOpenAuth()
  const { analytics } = useConfig()
  const track = useMemo(() => createTrack(analytics), [analytics])
  useEffect(() => {
    if (token !== null && consumeLoginStart()) track('login_success')
  }, [token, track])
}
