import { endpoints } from '@openauth/client'
import { useZodForm } from '@openauth/ui/form'
import { useMemo, useState } from 'react'
import { VersionedForm } from '../../components/versioned-form.tsx'
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
  const saving = useSaveConnection(appId, connection, isGone)
  const isNew = connection === undefined || saving.isDeleted
  const schema = useMemo(() => connectionSchema(isNew), [isNew])
  // A new one begins with the contract's defaults, which nothing replaces.
  const values = useMemo(() => (connection ? valuesOf(connection) : newConnection), [connection])
  const form = useZodForm(schema, { values })
  const [saves, setSaves] = useState(0)
  // The server's spelling, and no secret.
  const valuesOfSaved = (saved: Connection) => {
    setSaves(saves + 1)
    return valuesOf(saved)
  }
  return (
    <VersionedForm
      {...{ form, isGone, saving, onAdded }}
      entry={connection}
      valuesOf={valuesOfSaved}
      calls={endpoints.oidcConnections}
      addLabel={t('oidcConnections.add')}
    >
      {(existing) => <ConnectionFields appId={appId} connection={existing} saves={saves} />}
    </VersionedForm>
  )
}
