import { endpoints } from '@openauth/client'
import { MethodIcon } from '@openauth/client/react'
import { Status } from '@openauth/ui/badge'
import { Notice } from '@openauth/ui/notice'
import { SidePanel } from '@openauth/ui/side-panel'
import { Time } from '@openauth/ui/time'
import { Link } from 'react-router-dom'
import { useCrumb } from '../../navigation/crumb.ts'
import { May } from '../../components/may.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { methodTitle } from '../../lib/login-methods.ts'
import { AtProvider } from './addresses.tsx'
import { MethodForm } from './method-form.tsx'
import { stateOf, stateTitles, stateTones } from './method-state.ts'
import type { MethodSetup, MethodsOfApp } from './setup-query.ts'
import { TestMail } from './test-mail.tsx'

interface Props {
  app: MethodsOfApp['app']
  setup: MethodSetup
  onClose: () => void
}

const LastFailure = ({ setup }: { setup: MethodSetup }) => {
  const t = useTranslate()
  if (setup.lastLoginWorked !== false || setup.lastFailureAt === null) return null
  return (
    <Notice tone="warning" title={t('login-methods.lastFailure')}>
      <p>
        <code>{setup.lastFailure}</code> · <Time at={setup.lastFailureAt} />
      </p>
    </Notice>
  )
}

/** Its providers are the operator's, each of which is registered by itself. */
const ToConnections = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  return (
    <p>
      {t('login-methods.connections')}{' '}
      <Link to={`/apps/${appId}/single-sign-on`}>{t('login-methods.toConnections')}</Link>
    </p>
  )
}

/** A login method beside the list: what to register at the provider, its settings, and a test of them. */
export const MethodPanel = ({ app, setup, onClose }: Props) => {
  const t = useTranslate()
  const { method } = setup
  const name = methodTitle(method, t)
  useCrumb(name)
  const state = stateOf(setup)
  const title = (
    <span className="method-name">
      <MethodIcon method={method} />
      {name}
    </span>
  )
  return (
    <SidePanel
      open
      title={title}
      description={<Status tone={stateTones[state]}>{t(stateTitles[state])}</Status>}
      onClose={onClose}
    >
      <LastFailure setup={setup} />
      {method === 'email' && !setup.ready && (
        <Notice tone="warning" title={t('login-methods.noMailServer')}>
          <p>{t('login-methods.noMailServerNext')}</p>
        </Notice>
      )}
      {method === 'oidc' ? <ToConnections appId={app.id} /> : <AtProvider setup={setup} />}
      <MethodForm app={app} setup={setup} />
      {method === 'email' && (
        <May call={endpoints.loginMethods.testMail}>
          <TestMail appId={app.id} />
        </May>
      )}
    </SidePanel>
  )
}
