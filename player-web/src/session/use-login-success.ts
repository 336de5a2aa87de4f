import { useOpenAuth } from '@openauth/client/react'
import { useEffect, useMemo } from 'react'
import { useConfig } from '../config/config.ts'
import { createTrack } from './analytics.ts'
import { consumeLoginStart } from './login-start.ts'

/** Tells the analytics of a login that was begun here, when its token appears. */
export const useLoginSuccess = (): void => {
  const { token } = useOpenAuth()
  const { analytics } = useConfig()
  const track = useMemo(() => createTrack(analytics), [analytics])
  useEffect(() => {
    if (token !== null && consumeLoginStart()) track('login_success')
  }, [token, track])
}
