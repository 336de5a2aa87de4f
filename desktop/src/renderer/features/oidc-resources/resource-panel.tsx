import { endpoints, type OidcResource } from '@openauth/client'
import { CodeBlock } from '@openauth/ui/code-block'
import { Section } from '@openauth/ui/section'
import { client } from '../../api/queries.ts'
import { DeleteEntry } from '../../components/delete-entry.tsx'
import { May } from '../../components/may.tsx'
import { VersionedPanel } from '../../components/versioned-panel.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { Addresses } from '../login-methods/addresses.tsx'
import { ResourceForm } from './resource-form.tsx'
import { metadataAddress } from './resource-values.ts'
import { useResourcesChanged } from './resources-query.ts'
import '../oidc-connections/oidc-connections.css'

interface Props {
  appId: string
  /** Undefined for a new one. */
  resource: OidcResource | undefined
  /** The address names a resource that is not there. */
  isGone: boolean
  onClose: () => void
  onAdded: (resource: OidcResource) => void
}

const nameOf = ({ name }: OidcResource) => name

/** What the API publishes of itself, and where (RFC 9728). */
const Metadata = ({ resource: { url, metadata } }: { resource: OidcResource }) => {
  const t = useTranslate()
  const address = t('oidcResources.metadataAddress')
  return (
    <Section title={t('oidcResources.metadata')} description={t('oidcResources.metadataLead')}>
      <Addresses title={address} name={address} values={[metadataAddress(url)]} />
      <CodeBlock title={t('oidcResources.document')} code={JSON.stringify(metadata, null, 2)} />
    </Section>
  )
}

const Existing = ({ appId, resource, onClose }: Pick<Props, 'appId' | 'onClose'> & { resource: OidcResource }) => {
  const t = useTranslate()
  const changed = useResourcesChanged()
  return (
    <>
      <Metadata resource={resource} />
      <May call={endpoints.oidcResources.delete}>
        <div className="connection-end">
          <DeleteEntry
            name={resource.name}
            label={t('oidcResources.delete')}
            consequences={t('oidcResources.deleteLead')}
            remove={() => client.oidcResources.delete({ appId, id: resource.id })}
            changed={changed}
            onDone={onClose}
          />
        </div>
      </May>
    </>
  )
}

/** A resource beside the list: its fields, what its API publishes, and its end. */
export const ResourcePanel = ({ appId, resource, isGone, onClose, onAdded }: Props) => {
  const t = useTranslate()
  return (
    <VersionedPanel
      {...{ isGone, nameOf, onClose }}
      entry={resource}
      addLabel={t('oidcResources.add')}
      create={endpoints.oidcResources.create}
      renderForm={(shown) => <ResourceForm {...{ appId, resource: shown, isGone, onAdded }} />}
    >
      {resource && <Existing {...{ appId, resource, onClose }} />}
    </VersionedPanel>
  )
}
