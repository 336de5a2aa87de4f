import { OpenAuthProvider, useLogin, useOpenAuth } from '@openauth/client/react'

const Login = () => {
  const github = useLogin('github')
  return (
    <>
      <button type="button" disabled={github.isPending} onClick={() => void github.redirect()}>
        Continue with GitHub
      </button>
      {github.error && <p role="alert">{github.error.message}</p>}
    </>
  )
}

const Page = () => {
  const { status, profile, logout } = useOpenAuth()
  if (status === 'loading') return <p>One moment …</p>
  if (!profile) return <Login />
  return (
    <button type="button" onClick={() => void logout()}>
      Log {profile.displayName ?? profile.id} out
    </button>
  )
}

export const App = () => (
  <OpenAuthProvider endpoint="https://auth.example.com" appId="7d1c6a3e-58b1-4f6a-9d43-0d1f4c2a9b10">
    <Page />
  </OpenAuthProvider>
)
