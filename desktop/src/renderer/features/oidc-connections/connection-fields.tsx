import { clientAuthentications } from '@openauth/client'
import { FormSelect } from '@openauth/ui/form/select'
import { FormSwitch } from '@openauth/ui/form/switch'
import { FormTextArea } from '@openauth/ui/form/text-area'
import { FormTextField } from '@openauth/ui/form/text-field'
import { Notice } from '@openauth/ui/notice'
import { Fragment, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useTranslate } from '../../i18n/i18n.ts'
import { SecretField } from '../login-methods/secret-field.tsx'
import type { Connection } from './connections-query.ts'
import { Callback } from './callback.tsx'
import type { ConnectionValues } from './connection-values.ts'
import { fieldTitles } from './field-titles.ts'

const claimNames = ['subject', 'username', 'name', 'email', 'picture'] as const

/** Folded, since most providers need none; a mistake unfolds it. */
const Claims = () => {
  const t = useTranslate()
  const { errors } = useFormState<ConnectionValues>()
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="connection-claims"
      open={isOpen || errors.claims !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t('oidcConnections.claims')}</summary>
      <div className="connection-part">
        <p className="connection-note">{t('oidcConnections.claimsLead')}</p>
        {claimNames.map((name) => (
          <FormTextField
            key={name}
            name={`claims.${name}`}
            label={t(`oidcConnections.claim_${name}`)}
            hint={name === 'subject' ? t('oidcConnections.claim_subjectHint') : undefined}
            spellCheck={false}
            autoCapitalize="none"
          />
        ))}
      </div>
    </details>
  )
}

/** Another issuer locks users out, which nobody expects of a correction. */
const IssuerChanged = ({ issuer }: Pick<Connection, 'issuer'>) => {
  const t = useTranslate()
  const typed = useWatch<ConnectionValues, 'issuer'>({ name: 'issuer' })
  if (typed.trim() === issuer) return null
  return (
    <Notice tone="warning" title={t('oidcConnections.issuerChanged')}>
      <p>{t('oidcConnections.issuerChangedNext')}</p>
    </Notice>
  )
}

interface Props {
  appId: string
  /** Undefined for a new one. */
  connection: Connection | undefined
  /** How often it was saved here: the field of its secret begins anew then. */
  saves: number
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : undefined)

/** The stored secret is sent to no other server: an issuer there needs its own. */
const ClientSecret = ({ connection, saves }: Omit<Props, 'appId'>) => {
  const t = useTranslate()
  const typed = useWatch<ConnectionValues, 'issuer'>({ name: 'issuer' })
  const isOther = connection !== undefined && originOf(typed.trim()) !== originOf(connection.issuer)
  return (
    <SecretField
      key={saves}
      name="clientSecret"
      label={t(fieldTitles.clientSecret)}
      hint={isOther ? t('oidcConnections.secretOfIssuer') : undefined}
      isSet={connection?.hasSecret === true && !isOther}
      canRemove={false}
    />
  )
}

const Provider = ({ appId, connection, saves }: Props) => {
  const t = useTranslate()
  const methods = clientAuthentications.map((value) => ({ value, label: t(`oidcConnections.${value}`) }))
  const plain = { spellCheck: false, autoCapitalize: 'none', dir: 'auto' } as const
  return (
    <>
      <Callback appId={appId} connection={connection} />
      <FormTextField
        name="issuer"
        label={t(fieldTitles.issuer)}
        hint={t('oidcConnections.issuerHint')}
        placeholder="https://login.example.com"
        inputMode="url"
        {...plain}
      />
      {connection && <IssuerChanged issuer={connection.issuer} />}
      <FormTextField name="clientId" label={t(fieldTitles.clientId)} {...plain} />
      <ClientSecret connection={connection} saves={saves} />
      <FormSelect name="clientAuthentication" label={t(fieldTitles.clientAuthentication)} options={methods} />
      <FormTextField name="scopes" label={t(fieldTitles.scopes)} hint={t('oidcConnections.scopesHint')} {...plain} />
      <Claims />
    </>
  )
}

/** A restriction to none of the domains lets nobody in. */
const NoDomains = () => {
  const t = useTranslate()
  const [onlyDomains, domains] = useWatch<ConnectionValues, ['onlyDomains', 'domains']>({
    name: ['onlyDomains', 'domains'],
  })
  return onlyDomains && domains.trim() === '' && <Notice tone="warning" title={t('oidcConnections.noDomains')} />
}

const switches = ['onlyDomains', 'trustsEmails', 'createsUsers', 'showsButton'] as const

const Users = () => {
  const t = useTranslate()
  return (
    <>
      <FormTextArea
        name="domains"
        label={t(fieldTitles.domains)}
        hint={t('oidcConnections.domainsHint')}
        rows={2}
        spellCheck={false}
        autoCapitalize="none"
        optional
      />
      {switches.map((name) => (
        <Fragment key={name}>
          <FormSwitch name={name} label={t(fieldTitles[name])} hint={t(`oidcConnections.${name}Hint`)} />
          {name === 'onlyDomains' && <NoDomains />}
        </Fragment>
      ))}
    </>
  )
}

/** The fields of a connection: what it is called, the provider, and who may log in by it. */
export const ConnectionFields = (props: Props) => {
  const { connection } = props
  const t = useTranslate()
  return (
    <>
      <FormSwitch name="enabled" label={t('login-methods.enabled')} />
      <FormTextField name="title" label={t('oidcConnections.name')} hint={t('oidcConnections.nameHint')} dir="auto" />
      {!connection && (
        <FormTextField
          name="key"
          label={t('oidcConnections.key')}
          hint={t('oidcConnections.keyHint')}
          spellCheck={false}
          autoCapitalize="none"
        />
      )}
      <h3 className="connection-heading">{t('oidcConnections.provider')}</h3>
      <Provider {...props} />
      <h3 className="connection-heading">{t('oidcConnections.users')}</h3>
      <Users />
    </>
  )
}
