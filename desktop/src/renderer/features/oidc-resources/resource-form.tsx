import { endpoints, type OidcResource } from '@openauth/client'
import { useZodForm } from '@openauth/ui/form'
import { useMemo } from 'react'
import { VersionedForm } from '../../components/versioned-form.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { ResourceFields } from './resource-fields.tsx'
import { newResource, resourceSchema, valuesOf } from './resource-values.ts'
import { useSaveResource } from './use-save-resource.ts'

interface Props {
  appId: string
  /** Undefined for a new one. */
  resource: OidcResource | undefined
  /** Somebody deleted the resource after it was shown here. */
  isGone: boolean
  /** Called after a new resource was added. */
  onAdded: (resource: OidcResource) => void
}

/** Adds a resource, or saves what was edited of one. */
export const ResourceForm = ({ appId, resource, isGone, onAdded }: Props) => {
  const t = useTranslate()
  const saving = useSaveResource(appId, resource, isGone)
  const values = useMemo(() => (resource ? valuesOf(resource) : newResource), [resource])
  const form = useZodForm(resourceSchema, { values })
  return (
    <VersionedForm
      {...{ form, isGone, saving, valuesOf, onAdded }}
      entry={resource}
      calls={endpoints.oidcResources}
      addLabel={t('oidcResources.add')}
    >
      {(existing) => <ResourceFields resource={existing} />}
    </VersionedForm>
  )
}
