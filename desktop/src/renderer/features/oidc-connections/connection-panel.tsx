import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { Section } from '@openauth/ui/section'
import { SidePanel } from '@openauth/ui/side-panel'
import { toast } from '@openauth/ui/toaster'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client, queries } from '../../api/queries.ts'
import { useCrumb } from '../../app/crumbs.tsx'
import { EntryGone } from '../../components/entry-notices.tsx'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { TestResult } from '../login-methods/test-result.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { type Connection, useConnectionsChanged } from './connections-query.ts'
import { fieldTitles } from './field-titles.ts'

interface ConnectionProps {
  appId: string
  connection: Connection
}

/** What a test found, with the names that the form has for the fields. */
const named = (text: string, t: Translate): string =>
  (['clientId', 'clientSecret'] as const).reduce((said, name) => said.replaceAll(name, t(fieldTitles[name])), text)

/** Asks the provider with what is stored. What was found is of one version of the connection. */
const Test = ({ appId, connection }: ConnectionProps) => {
  const t = useTranslate()
  const test = useMutation(queries.oidcConnections.test())
  const found = test.data
  return (
    <Section
      title={t('oidcConnections.test')}
      description={t('oidcConnections.testLead')}
      actions={
        <Button loading={test.isPending} onClick={() => test.mutate({ appId, connectionId: connection.id })}>
          {t('login-methods.test')}
        </Button>
      }
    >
      {found && !test.isPending && (
        <TestResult
          ok={found.ok}
          message={named(found.message, t)}
          remedy={found.remedy && named(found.remedy, t)}
          lines={[...found.checked, ...found.notes]}
        />
      )}
      {test.error && <TestResult ok={false} message={test.error.message} remedy={null} />}
    </Section>
  )
}

const Delete = ({ appId, connection, onDone }: ConnectionProps & { onDone: () => void }) => {
  const t = useTranslate()
  const changed = useConnectionsChanged()
  const { id, title } = connection
  const remove = async () => {
    await client.oidcConnections.delete({ appId, connectionId: id })
    onDone()
    await changed()
    toast.success(t('content.deleted', { name: title }))
  }
  return (
    <div className="connection-end">
      <ConfirmDialog
        title={t('content.deleteTitle', { name: title })}
        description={t('oidcConnections.deleteLead')}
        confirmLabel={t('content.delete')}
        onConfirm={remove}
        trigger={<Button variant="danger">{t('oidcConnections.delete')}</Button>}
      />
    </div>
  )
}

interface Props {
  appId: string
  /** Undefined for a new one. */
  connection: Connection | undefined
  /** The address names a connection that is not there. */
  isGone: boolean
  onClose: () => void
  onAdded: (connection: Connection) => void
}

/** A connection beside the list: its fields, a test of it, and its end. */
export const ConnectionPanel = ({ appId, connection, isGone, onClose, onAdded }: Props) => {
  const t = useTranslate()
  const [shown, setShown] = useState(connection)
  // A form that was saved starts again, without the secret that was typed into it.
  const [saves, setSaves] = useState(0)
  // A deleted connection stays in its form: what was typed there is not lost.
  if (connection !== undefined && connection !== shown) setShown(connection)
  const title = shown?.title ?? t(isGone ? 'content.gone' : 'oidcConnections.add')
  useCrumb(title)
  return (
    <SidePanel open title={<span dir="auto">{title}</span>} onClose={onClose}>
      {isGone && shown === undefined ? (
        <EntryGone />
      ) : (
        <ConnectionForm
          key={saves}
          {...{ appId, connection: shown, isGone, onAdded }}
          onSaved={() => setSaves(saves + 1)}
        />
      )}
      {connection && (
        <>
          <Test key={connection.updatedAt} appId={appId} connection={connection} />
          <Delete appId={appId} connection={connection} onDone={onClose} />
        </>
      )}
    </SidePanel>
  )
}
