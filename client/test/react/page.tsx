// The page that the tests drive: the hooks' latest values hang on `window.oa`.
import {
  type OpenAuthProviderProps,
  OpenAuthProvider,
  storageKeys,
  useBind,
  useLogin,
  useOpenAuth,
} from '@openauth/client/react'
import { usePasskeys, useSessions, useUnbind } from '@openauth/client/react'
import { StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'

export type Settings = Pick<OpenAuthProviderProps, 'endpoint' | 'appId' | 'redirectUrl' | 'responseMode'>

const recorded: { errors: { message: string; tokenThen: string | null }[]; logins: string[] } = {
  errors: [],
  logins: [],
}

const useEverything = () => ({
  auth: useOpenAuth(),
  username: useLogin('username'),
  email: useLogin('email'),
  github: useLogin('github'),
  ethereum: useLogin('ethereum'),
  solana: useLogin('solana'),
  telegram: useLogin('telegram'),
  passkey: useLogin('passkey'),
  bindGithub: useBind('github'),
  bindPasskey: useBind('passkey'),
  unbind: useUnbind(),
  sessions: useSessions(),
  passkeys: usePasskeys(),
  recorded,
})

declare global {
  interface Window {
    settings: Settings
    oa: ReturnType<typeof useEverything>
  }
}

const Probe = () => {
  const everything = useEverything()
  useLayoutEffect(() => {
    window.oa = everything
  })
  return <output>{everything.auth.status}</output>
}

const keptToken = () => {
  try {
    return localStorage.getItem(storageKeys.token)
  } catch {
    return null
  }
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <OpenAuthProvider
      {...window.settings}
      onError={({ message }) => recorded.errors.push({ message, tokenThen: keptToken() })}
      onLogin={(method) => recorded.logins.push(method)}
    >
      <Probe />
    </OpenAuthProvider>
  </StrictMode>,
)
