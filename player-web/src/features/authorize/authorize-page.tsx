import { ApiError } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { useEffect, useState } from 'react'
import { BrandMark } from '../../components/brand-mark.tsx'
import { LanguageChoice } from '../../components/language-choice.tsx'
import { Skeleton } from '../../components/states.tsx'
import { useConfig } from '../../config/config.ts'
import { Title } from '../../config/title.tsx'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'
import { errorText } from '../../session/login/error-text.ts'
import { LoginButton } from '../../session/login/login-button.tsx'
import { accept, type AuthorizationRequest, type Continuation, decline, readRequest } from './request.ts'
import { useNameOf } from './use-name.ts'
import './authorize-page.css'

const scopeWords: Partial<Record<AuthorizationRequest['scopes'][number], MessageId>> = {
  profile: 'authorize.profile',
  email: 'authorize.email',
  wallets: 'authorize.wallets',
}

/** Sends an answer to the server and leaves the page for where it says. */
const useAnswer = () => {
  const [state, setState] = useState<{ isBusy: boolean; error: Error | undefined }>({ isBusy: false, error: undefined })
  const answer = (send: () => Promise<Continuation>) => {
    setState({ isBusy: true, error: undefined })
    send().then(
      ({ continueAt }) => location.assign(continueAt),
      (error: Error) => setState({ isBusy: false, error }),
    )
  }
  return { ...state, answer }
}

const Problem = ({ error }: { error: Error }) => {
  const t = useTranslate()
  const isGone = error instanceof ApiError && ['authorization_expired', 'app_not_found'].includes(error.code ?? '')
  return (
    <p className="authorize-problem" role="alert">
      {isGone ? t('authorize.expired') : errorText(error)}
    </p>
  )
}

/** What a program may do at the APIs of the app, in the words of its operator. */
const Resources = ({ request }: { request: AuthorizationRequest }) => {
  const t = useTranslate()
  return request.resources.map(({ url, name, scopes }) => (
    <section key={url}>
      <p title={url}>{t('authorize.uses', { client: request.client.name, resource: name })}</p>
      <ul className="authorize-scopes">
        {scopes.map((scope) => (
          <li key={scope.name} dir="auto">
            {scope.description}
          </li>
        ))}
      </ul>
    </section>
  ))
}

const Consent = ({ request, token }: { request: AuthorizationRequest; token: string }) => {
  const t = useTranslate()
  const { logout } = useOpenAuth()
  const name = useNameOf()
  const { isBusy, error, answer } = useAnswer()
  const values = { client: request.client.name, app: request.app.name }
  const words = request.scopes.flatMap((scope) => scopeWords[scope] ?? [])
  const isOffline = request.scopes.includes('offline_access')
  return (
    <>
      <h1>{t('authorize.title', values)}</h1>
      {name !== undefined && <p className="authorize-user">{t('authorize.as', { name })}</p>}
      {request.registeredFor !== null && (
        <p className="authorize-registered">{t('authorize.registered', { host: request.registeredFor })}</p>
      )}
      <Resources request={request} />
      <p>{t('authorize.reads', values)}</p>
      <ul className="authorize-scopes">
        {[...words, 'authorize.id' as const, ...(isOffline ? (['authorize.offline'] as const) : [])].map((id) => (
          <li key={id}>{t(id)}</li>
        ))}
      </ul>
      {error && <Problem error={error} />}
      <div className="authorize-actions">
        <Button className="wide" variant="primary" loading={isBusy} onClick={() => answer(() => accept(token))}>
          {t('authorize.allow')}
        </Button>
        <Button className="wide" disabled={isBusy} onClick={() => answer(decline)}>
          {t('authorize.decline')}
        </Button>
        <Button variant="ghost" disabled={isBusy} onClick={() => void logout()}>
          {t('authorize.another')}
        </Button>
      </div>
    </>
  )
}

/** For the operator's own programs: goes on without a question. */
const Continue = ({ token }: { token: string }) => {
  const t = useTranslate()
  const { error, answer } = useAnswer()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once a session
  useEffect(() => answer(() => accept(token)), [token])
  return error ? <Problem error={error} /> : <output>{t('authorize.continuing')}</output>
}

const LogIn = ({ request }: { request: AuthorizationRequest }) => {
  const t = useTranslate()
  const { isBusy, error, answer } = useAnswer()
  const values = { client: request.client.name, app: request.app.name }
  return (
    <>
      <h1>{t('authorize.logIn', values)}</h1>
      <p>{t('authorize.logInHint', values)}</p>
      {error && <Problem error={error} />}
      <div className="authorize-actions">
        <LoginButton />
        <Button variant="ghost" loading={isBusy} onClick={() => answer(decline)}>
          {t('authorize.decline')}
        </Button>
      </div>
    </>
  )
}

const Request = ({ request }: { request: AuthorizationRequest }) => {
  const { token } = useOpenAuth()
  if (token === null) return <LogIn request={request} />
  if (!request.asksForConsent && !request.isRepeated) return <Continue token={token} />
  return <Consent request={request} token={token} />
}

/** Logs a user in for a program whose OpenID provider this app is, and asks whether it may read what it asks for. */
const AuthorizePage = () => {
  const t = useTranslate()
  const { app } = useConfig()
  const [read, setRead] = useState<{ request?: AuthorizationRequest; error?: Error }>({})
  useEffect(() => {
    readRequest().then(
      (request) => setRead({ request }),
      (error: Error) => setRead({ error }),
    )
  }, [])
  return (
    <div className="authorize-page">
      <Title>{t('login.logIn')}</Title>
      <p className="login-brand">
        {app.brand.logoUrl !== null && <BrandMark />}
        {app.name}
      </p>
      {read.error && <Problem error={read.error} />}
      {read.request && <Request request={read.request} />}
      {!read.error && !read.request && <Skeleton lines={4} />}
      <LanguageChoice />
    </div>
  )
}

export default AuthorizePage
