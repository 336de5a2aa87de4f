import { endpoints, ApiError, type Client } from '@openauth/client'
import { Badge } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { type Definition, DefinitionList } from '@openauth/ui/definition-list'
import { EmptyState } from '@openauth/ui/empty-state'
import { IconButton } from '@openauth/ui/icon-button'
import { Section } from '@openauth/ui/section'
import { SidePanel } from '@openauth/ui/side-panel'
import { TextField } from '@openauth/ui/text-field'
import { Time } from '@openauth/ui/time'
import { toast } from '@openauth/ui/toaster'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import UserMinus from 'lucide-react/icons/user-minus'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { client, queries } from '../../api/queries.ts'
import { useCrumb } from '../../navigation/crumb.ts'
import { Loaded } from '../../components/loaded.tsx'
import { issueOf } from '../../components/problems.ts'
import { May } from '../../components/may.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { useSingleSubmit } from '../../lib/single-submit.ts'
import { UserLink } from '../users/detail/user-link.tsx'
import { userPath } from '../users/columns.tsx'

type Squad = Awaited<ReturnType<Client['gameSquads']['get']>>

interface Props {
  appId: string
  squad: Squad
}

/** Reads squads anew, and what tells of their changes. */
const useSquadsChanged = () => {
  const queryClient = useQueryClient()
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => ['gameSquads', 'audit'].includes(String(queryKey[0])),
    })
}

const Rename = ({ appId, squad }: Props) => {
  const t = useTranslate()
  const once = useSingleSubmit()
  const changed = useSquadsChanged()
  const [name, setName] = useState(squad.name)
  const rename = useMutation({
    mutationFn: () => client.gameSquads.update({ appId, id: squad.id, name }),
    onSuccess: async ({ name: now }) => {
      await changed()
      toast.success(t('squads.renamed', { name: now }))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void once(() => rename.mutateAsync().catch(() => undefined))
  }
  return (
    <form className="squad-rename" onSubmit={submit} noValidate>
      <TextField
        label={t('content.name')}
        hint={t('squads.renameHint')}
        dir="auto"
        maxLength={30}
        value={name}
        error={issueOf(rename.error, 'name') ?? rename.error?.message}
        onChange={(event) => {
          rename.reset()
          setName(event.target.value)
        }}
      />
      <Button type="submit" loading={rename.isPending} disabled={name.trim() === '' || name.trim() === squad.name}>
        {t('squads.rename')}
      </Button>
    </form>
  )
}

const Member = ({ appId, squad, member }: Props & { member: Squad['best'][number] }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const changed = useSquadsChanged()
  const name = member.username ?? member.id
  const remove = async () => {
    await client.gameSquads.removeMember({ appId, id: squad.id, userId: member.id })
    await changed()
    toast.success(t('squads.removed', { name }))
  }
  return (
    <li className="squad-member">
      <Link to={`${userPath(appId, member.id)}/game`} dir="auto">
        {name}
      </Link>
      {member.isLeader && <Badge tone="info">{t('squads.leader')}</Badge>}
      <span className="squad-rings">{format(member.rings)}</span>
      <May call={endpoints.gameSquads.removeMember}>
        <ConfirmDialog
          title={t('squads.removeTitle', { name })}
          description={t(member.isLeader ? 'squads.removeLeader' : 'squads.removeLead')}
          confirmLabel={t('squads.remove')}
          onConfirm={remove}
          trigger={<IconButton label={`${t('squads.remove')}: ${name}`} icon={<UserMinus size={16} />} />}
        />
      </May>
    </li>
  )
}

const Delete = ({ appId, squad, onDone }: Props & { onDone: () => void }) => {
  const t = useTranslate()
  const changed = useSquadsChanged()
  const remove = async () => {
    await client.gameSquads.delete({ appId, id: squad.id })
    onDone()
    await changed()
    toast.success(t('content.deleted', { name: squad.name }))
  }
  return (
    <ConfirmDialog
      title={t('content.deleteTitle', { name: squad.name })}
      description={t('squads.deleteLead')}
      confirmLabel={t('content.delete')}
      typedName={squad.name}
      onConfirm={remove}
      trigger={<Button variant="danger">{t('squads.delete')}</Button>}
    />
  )
}

const Facts = ({ appId, squad }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const items: Definition[] = [
    { term: t('boards.rank'), value: format(squad.rank) },
    { term: t('game.rings'), value: format(squad.rings) },
    { term: t('squads.members'), value: format(squad.members) },
    { term: t('squads.leader'), value: <UserLink appId={appId} id={squad.leaderId} tab="game" /> },
    { term: t('squads.founded'), value: <Time at={squad.createdAt} isExact /> },
  ]
  return <DefinitionList items={items} />
}

const Details = ({ appId, squad, onDone }: Props & { onDone: () => void }) => {
  const t = useTranslate()
  useCrumb(squad.name)
  return (
    <>
      <Facts appId={appId} squad={squad} />
      <May call={endpoints.gameSquads.update}>
        <Rename key={squad.name} appId={appId} squad={squad} />
      </May>
      <Section title={t('squads.best')}>
        <ul className="squad-members">
          {squad.best.map((member) => (
            <Member key={member.id} appId={appId} squad={squad} member={member} />
          ))}
        </ul>
      </Section>
      <May call={endpoints.gameSquads.delete}>
        <div className="squad-end">
          <Delete appId={appId} squad={squad} onDone={onDone} />
        </div>
      </May>
    </>
  )
}

/** A squad: its members, another name, and its end. */
export const SquadPanel = ({ appId, id, onClose }: { appId: string; id: string; onClose: () => void }) => {
  const t = useTranslate()
  const squad = useQuery(queries.gameSquads.get({ appId, id }))
  const isGone = squad.error instanceof ApiError && squad.error.status === 404
  return (
    <SidePanel open title={<span dir="auto">{squad.data?.name ?? t('squads.squad')}</span>} onClose={onClose}>
      {isGone ? (
        <EmptyState title={t('squads.gone')} reason={t('squads.goneReason')} />
      ) : (
        <Loaded query={squad}>{(data) => <Details appId={appId} squad={data} onDone={onClose} />}</Loaded>
      )}
    </SidePanel>
  )
}
