import { oidcAlgorithms, oidcClientAuthentications, oidcSubjects } from '@openauth/client'
import { FormSelect } from '@openauth/ui/form/select'
import { FormSwitch } from '@openauth/ui/form/switch'
import { FormTextArea } from '@openauth/ui/form/text-area'
import { FormTextField } from '@openauth/ui/form/text-field'
import { useWatch } from 'react-hook-form'
import { useTranslate } from '../../i18n/i18n.ts'
import { Addresses } from '../login-methods/addresses.tsx'
import type { OidcClient } from './clients-query.ts'
import type { ClientValues } from './client-values.ts'
import { fieldTitles } from './field-titles.ts'

const plain = { spellCheck: false, autoCapitalize: 'none' } as const

/** What is chosen for a new client and cannot change later, since programs and their users depend on it. */
const Kind = ({ client }: { client: OidcClient | undefined }) => {
  const t = useTranslate()
  const authentications = oidcClientAuthentications.map((value) => ({
    value,
    label: t(value === 'none' ? 'oidcClients.noAuthentication' : `oidcClients.${value}`),
  }))
  const subjects = oidcSubjects.map((value) => ({ value, label: t(`oidcClients.${value}`) }))
  const fields = [
    { name: 'authentication', label: t('oidcClients.authentication'), options: authentications },
    { name: 'subjects', label: t('oidcClients.subjects'), options: subjects },
  ] as const
  if (!client)
    return fields.map((field) => (
      <FormSelect<string> key={field.name} {...field} options={[...field.options]} hint={t('oidcClients.fixed')} />
    ))
  return fields.map(({ name, label, options }) => (
    <p key={name} className="connection-note">
      {label}: {options.find(({ value }) => value === client[name])?.label}
    </p>
  ))
}

const Keys = () => {
  const t = useTranslate()
  const authentication = useWatch<ClientValues, 'authentication'>({ name: 'authentication' })
  if (authentication !== 'private_key_jwt') return null
  return (
    <FormTextArea
      name="publicKeys"
      label={t(fieldTitles.publicKeys)}
      hint={t('oidcClients.publicKeysHint')}
      rows={4}
      {...plain}
    />
  )
}

/** The fields of a client: what it is called, where it returns to, what it may. */
export const ClientFields = ({ client }: { client: OidcClient | undefined }) => {
  const t = useTranslate()
  const algorithms = oidcAlgorithms.map((value) => ({ value, label: value }))
  return (
    <>
      <FormSwitch name="enabled" label={t('login-methods.enabled')} />
      <FormTextField name="name" label={t('oidcClients.name')} hint={t('oidcClients.nameHint')} dir="auto" />
      {client && <Addresses title={t('oidcClients.id')} name={t('oidcClients.id')} values={[client.id]} />}
      {client && <Addresses title={t('oidcClients.issuer')} name={t('oidcClients.issuer')} values={[client.issuer]} />}
      {client?.registered === true && <p className="connection-note">{t('oidcClients.registered')}</p>}
      <Kind client={client} />
      <Keys />
      <FormTextArea
        name="redirectUris"
        label={t(fieldTitles.redirectUris)}
        hint={t('oidcClients.redirectUrisHint')}
        rows={3}
        {...plain}
      />
      <FormTextArea
        name="postLogoutRedirectUris"
        label={t(fieldTitles.postLogoutRedirectUris)}
        rows={2}
        optional
        {...plain}
      />
      <FormTextField
        name="backchannelLogoutUri"
        label={t(fieldTitles.backchannelLogoutUri)}
        hint={t('oidcClients.backchannelLogoutUriHint')}
        optional
        {...plain}
      />
      <FormTextField name="scopes" label={t('oidcConnections.scopes')} hint={t('oidcClients.scopesHint')} {...plain} />
      <FormSelect name="idTokenAlgorithm" label={t(fieldTitles.idTokenAlgorithm)} options={algorithms} />
      <FormSwitch name="skipsConsent" label={t(fieldTitles.skipsConsent)} hint={t('oidcClients.skipsConsentHint')} />
      <FormSwitch name="deviceLogins" label={t(fieldTitles.deviceLogins)} hint={t('oidcClients.deviceLoginsHint')} />
      <FormSwitch name="requiresPkce" label={t(fieldTitles.requiresPkce)} hint={t('oidcClients.requiresPkceHint')} />
    </>
  )
}
