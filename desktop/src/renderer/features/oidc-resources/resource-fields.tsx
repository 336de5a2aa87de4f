import type { OidcResource } from '@openauth/client'
import { FormTextField } from '@openauth/ui/form/text-field'
import { EntryRows } from '../../components/entry-rows.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { Addresses } from '../login-methods/addresses.tsx'
import { allTitles } from '../oidc-clients/field-titles.ts'
import { MOST_SCOPES } from './resource-values.ts'
import './oidc-resources.css'

const Scopes = ({ isNew }: { isNew: boolean }) => {
  const t = useTranslate()
  return (
    <div className="resource-scopes">
      <p className="resource-scopes-title">{t(allTitles.scopes)}</p>
      <p className="connection-note">{t(isNew ? 'oidcResources.scopesHint' : 'oidcResources.scopesLater')}</p>
      <EntryRows
        name="scopes"
        columns={[
          { name: 'name', label: t('oidcResources.scope'), autoCapitalize: 'none' },
          { name: 'description', label: t('oidcResources.description'), spellCheck: true, dir: 'auto' },
        ]}
        most={MOST_SCOPES}
        addLabel={t('oidcResources.addScope')}
        titleOf={(number) => t('oidcResources.scopeOf', { number })}
        removeLabelOf={(number) => t('oidcResources.removeScope', { number })}
      />
    </div>
  )
}

/** The fields of a resource: what it is called, where it is, and what clients may ask for. */
export const ResourceFields = ({ resource }: { resource: OidcResource | undefined }) => {
  const t = useTranslate()
  return (
    <>
      <FormTextField name="name" label={t(allTitles.name)} hint={t('oidcClients.nameHint')} dir="auto" />
      {resource ? (
        <Addresses title={t('oidcResources.audience')} name={t('content.link')} values={[resource.url]} />
      ) : (
        <FormTextField
          name="url"
          label={t('content.link')}
          hint={t('oidcResources.urlHint')}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <Scopes isNew={resource === undefined} />
    </>
  )
}
