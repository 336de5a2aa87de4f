import { ConnectionKey } from '@openauth/client'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslate } from '../../i18n/i18n.ts'
import { Addresses } from '../login-methods/addresses.tsx'
import { type MethodSetup, methodsQuery } from '../login-methods/setup-query.ts'
import type { Connection } from './connections-query.ts'
import type { ConnectionValues } from './connection-values.ts'

/**
 * The callback address that a connection will have, from that of another method: many providers ask for it before they
 * give a client id. Undefined while the key is none.
 */
export const futureCallback = (setups: readonly MethodSetup[], key: string): string | undefined => {
  const parsed = ConnectionKey.safeParse(key)
  const google = setups.find(({ method }) => method === 'google')?.callbackUrls[0]
  if (!google || !parsed.success) return undefined
  return `${google.replace(/\/google\/callback$/, '/oidc/callback')}/${parsed.data}`
}

interface Props {
  appId: string
  connection: Connection | undefined
}

const Future = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const key = useWatch<ConnectionValues, 'key'>({ name: 'key' })
  const methods = useQuery(methodsQuery(appId))
  const value = futureCallback(methods.data?.methods ?? [], key)
  return (
    <Addresses
      title={t('oidcConnections.callback')}
      name={t('login-methods.callback')}
      values={value === undefined ? [] : [value]}
    />
  )
}

/** What to register at the provider; for a new connection once its key is typed. */
export const Callback = ({ appId, connection }: Props) => {
  const t = useTranslate()
  if (!connection) return <Future appId={appId} />
  return (
    <Addresses
      title={t('oidcConnections.callback')}
      name={t('login-methods.callback')}
      values={[connection.callbackUrl]}
    />
  )
}
