import { TextField } from '@openauth/ui/text-field'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { serverQuery, serversQuery } from '../../api/queries.ts'
import { EntryForm } from '../../components/entry-form.tsx'
import { LoadingPanel, Panel } from '../../components/panel.tsx'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { ListServers } from './list-servers.tsx'
import { type ServerPageState, useSetServer } from './use-switch-server.ts'
import './server.css'

/** The default address of a server on this machine. */
const localAddress = 'http://localhost:5566'

type SetServer = ReturnType<typeof useSetServer>

const AddServer = ({ set, isFirst }: { set: SetServer; isFirst: boolean }) => {
  const t = useTranslate()
  return (
    <EntryForm
      submitLabel={t(isFirst ? 'server.continue' : 'server.add')}
      isBusy={set.isPending}
      error={set.error}
      fields={['address', 'name']}
      onSubmit={({ address = '', name = '' }) => set.mutateAsync({ address, name: name.trim() || undefined })}
    >
      <TextField
        label={t('server.address')}
        name="address"
        type="url"
        defaultValue={isFirst ? localAddress : ''}
        spellCheck={false}
        hint={t('server.hint')}
        error={issueOf(set.error, 'address')}
      />
      <TextField
        label={t('server.name')}
        name="name"
        maxLength={100}
        hint={t('server.nameHint')}
        error={issueOf(set.error, 'name')}
      />
    </EntryForm>
  )
}

/** Goes to the server that the link to this page names. */
const SwitchServer = ({ use, path }: { use: string; path?: string | undefined }) => {
  const t = useTranslate()
  const { mutate } = useSetServer(path)
  useEffect(() => mutate({ address: use }), [mutate, use])
  return <LoadingPanel>{t('session.connecting', { address: use })}</LoadingPanel>
}

const ServerPage = () => {
  const t = useTranslate()
  const servers = useQuery(serversQuery)
  const add = useSetServer()
  const open = useSetServer()
  if (servers.isPending) return <LoadingPanel>{t('shell.starting')}</LoadingPanel>
  const known = servers.data ?? []
  const isFirst = known.length === 0
  return (
    <Panel title={t('server.choose')} lead={t(isFirst ? 'server.lead' : 'server.listLead')}>
      {!isFirst && (
        <>
          <ListServers servers={known} isBusy={open.isPending} onUse={(address) => open.mutate({ address })} />
          <h2>{t('server.addTitle')}</h2>
        </>
      )}
      <AddServer set={add} isFirst={isFirst} />
    </Panel>
  )
}

/** The start page of the desktop console: the servers that it knows, and a form for another one. */
export const ChooseServer = () => {
  const { use, path } = (useLocation().state ?? {}) as ServerPageState
  const server = useQuery(serverQuery)
  if (server.isPending) return null
  return use === undefined ? <ServerPage /> : <SwitchServer use={use} path={path} />
}
