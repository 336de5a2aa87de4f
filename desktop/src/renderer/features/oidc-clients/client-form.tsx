import { endpoints } from '@openauth/client'
import { Form, FormActions, useZodForm } from '@openauth/ui/form'
import { useEffect, useMemo, useRef, useState } from 'react'
import { EntryGone, EntryNotices } from '../../components/entry-notices.tsx'
import { MayEdit } from '../../components/may.tsx'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { ClientFields } from './client-fields.tsx'
import { clientSchema, newClient, valuesOf } from './client-values.ts'
import type { OidcClient } from './clients-query.ts'
import { useSaveClient } from './use-save-client.ts'

interface Props {
  appId: string
  /** Undefined for a new one. */
  client: OidcClient | undefined
  /** Somebody deleted the client after it was shown here. */
  isGone: boolean
  /** Called after a new client was added. */
  onAdded: (client: OidcClient) => void
  onSecret: (secret: string) => void
}

/** Adds a client, or saves what was edited of one. */
export const ClientForm = ({ appId, client, isGone, onAdded, onSecret }: Props) => {
  const t = useTranslate()
  const { save, others, isDeleted } = useSaveClient(appId, client, isGone, onSecret)
  const isNew = client === undefined || isDeleted
  const values = useMemo(() => (client ? valuesOf(client) : newClient), [client])
  const form = useZodForm(clientSchema, { values })
  const [added, setAdded] = useState<OidcClient>()
  const savedLast = useRef<OidcClient>(undefined)
  const submit = async (all: object, edited: object) => {
    const saved = await save(all, edited)
    if (isNew) setAdded(saved)
    savedLast.current = saved
  }
  // Only once nothing counts as unsaved any more: leaving is not asked about then.
  useEffect(() => {
    if (added) onAdded(added)
    // oxlint-disable-next-line react/exhaustive-deps -- It is called once.
  }, [added])
  const { isDirty } = form.formState
  if (isGone && !isDirty && !added) return <EntryGone />
  const submitLabel = isDeleted ? 'content.addAgain' : client ? 'content.save' : 'oidcClients.add'
  return (
    <Form form={form} onSubmit={submit} afterSave={() => valuesOf(savedLast.current!)}>
      <UnsavedChanges isDirty={isDirty && !added} />
      <MayEdit call={isNew ? endpoints.oidcClients.create : endpoints.oidcClients.update}>
        <ClientFields client={isNew ? undefined : client} />
        <EntryNotices isDeleted={isDeleted} others={others} />
        <FormActions submitLabel={t(submitLabel)} needsChange={!isNew} />
      </MayEdit>
    </Form>
  )
}
