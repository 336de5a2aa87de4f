import { endpoints } from '@openauth/client'
import { Form, FormActions, useZodForm } from '@openauth/ui/form'
import { useEffect, useMemo, useRef, useState } from 'react'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import { EntryGone, EntryNotices } from '../../components/entry-notices.tsx'
import { MayEdit } from '../../components/may.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Connection } from './connections-query.ts'
import { ConnectionFields } from './connection-fields.tsx'
import { connectionSchema, newConnection, valuesOf } from './connection-values.ts'
import { useSaveConnection } from './use-save-connection.ts'

interface Props {
  appId: string
  /** Undefined for a new one. */
  connection: Connection | undefined
  /** Somebody deleted the connection after it was shown here. */
  isGone: boolean
  /** Called after a new connection was added. */
  onAdded: (connection: Connection) => void
}

/** Adds a connection, or saves what was edited of one. */
export const ConnectionForm = ({ appId, connection, isGone, onAdded }: Props) => {
  const t = useTranslate()
  const { save, others, isDeleted } = useSaveConnection(appId, connection, isGone)
  const isNew = connection === undefined || isDeleted
  const schema = useMemo(() => connectionSchema(isNew), [isNew])
  // A new one begins with the contract's defaults, which nothing replaces.
  const values = useMemo(() => (connection ? valuesOf(connection) : newConnection), [connection])
  const form = useZodForm(schema, { values })
  const [added, setAdded] = useState<Connection>()
  const [saves, setSaves] = useState(0)
  const savedLast = useRef<Connection>(undefined)
  const submit = async (all: object, edited: object) => {
    const saved = await save(all, edited)
    if (isNew) setAdded(saved)
    savedLast.current = saved
  }
  // The server's spelling, and no secret.
  const afterSave = () => {
    setSaves(saves + 1)
    return valuesOf(savedLast.current!)
  }
  // Only once nothing counts as unsaved any more: leaving is not asked about then.
  useEffect(() => {
    if (added) onAdded(added)
    // oxlint-disable-next-line react/exhaustive-deps -- It is called once.
  }, [added])
  const { isDirty } = form.formState
  // Nothing was typed that could be lost.
  if (isGone && !isDirty && !added) return <EntryGone />
  const submitLabel = isDeleted ? 'content.addAgain' : connection ? 'content.save' : 'oidcConnections.add'
  return (
    <Form form={form} onSubmit={submit} afterSave={afterSave}>
      <UnsavedChanges isDirty={isDirty && !added} />
      <MayEdit call={isNew ? endpoints.oidcConnections.create : endpoints.oidcConnections.update}>
        <ConnectionFields appId={appId} connection={isNew ? undefined : connection} saves={saves} />
        <EntryNotices isDeleted={isDeleted} others={others} />
        <FormActions submitLabel={t(submitLabel)} needsChange={!isNew} />
      </MayEdit>
    </Form>
  )
}
