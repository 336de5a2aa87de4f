import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { Dialog } from '@openauth/ui/dialog'
import { IconButton } from '@openauth/ui/icon-button'
import { TextField } from '@openauth/ui/text-field'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { ServerProfile } from '../../../ipc.ts'
import { serverQuery, serversQuery } from '../../api/queries.ts'
import { callMain } from '../../api/transport.ts'
import { EntryForm } from '../../components/entry-form.tsx'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'

const RenameServer = ({ address, name }: ServerProfile) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const rename = useMutation({
    mutationFn: (next: string) => callMain('servers.rename', { address, name: next }),
    onSuccess: (servers) => {
      queryClient.setQueryData(serversQuery.queryKey, servers)
      setOpen(false)
    },
  })
  return (
    <Dialog
      title={t('server.renameTitle', { name })}
      description={address}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton size="small" label={t('server.rename', { name })} icon={<Pencil size={16} />} />}
    >
      <EntryForm
        submitLabel={t('server.save')}
        isBusy={rename.isPending}
        error={rename.error}
        fields={['name']}
        onSubmit={({ name: next = '' }) => rename.mutateAsync(next)}
      >
        <TextField
          label={t('server.name')}
          name="name"
          defaultValue={name}
          maxLength={100}
          error={issueOf(rename.error, 'name')}
        />
      </EntryForm>
    </Dialog>
  )
}

const RemoveServer = ({ address, name }: ServerProfile) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const remove = async () => {
    queryClient.setQueryData(serversQuery.queryKey, await callMain('servers.remove', { address }))
    await queryClient.invalidateQueries({ queryKey: serverQuery.queryKey, exact: true })
  }
  return (
    <ConfirmDialog
      title={t('server.removeTitle', { name })}
      description={t('server.removeReason')}
      confirmLabel={t('server.removeConfirm')}
      onConfirm={remove}
      trigger={<IconButton size="small" label={t('server.remove', { name })} icon={<Trash size={16} />} />}
    />
  )
}

interface Props {
  servers: ServerProfile[]
  isBusy: boolean
  onUse: (address: string) => void
}

/** The servers that the console knows. */
export const ListServers = ({ servers, isBusy, onUse }: Props) => {
  const t = useTranslate()
  return (
    <ul className="server-list" aria-label={t('server.list')}>
      {servers.map((server) => (
        <li key={server.address}>
          <div className="server-text">
            <strong>{server.name}</strong>
            <span>{server.address}</span>
          </div>
          <Button size="small" disabled={isBusy} onClick={() => onUse(server.address)}>
            {t(server.signedIn ? 'server.open' : 'server.openSignedOut')}
          </Button>
          <RenameServer {...server} />
          <RemoveServer {...server} />
        </li>
      ))}
    </ul>
  )
}
