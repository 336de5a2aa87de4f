import { Card } from '@openauth/ui/card'
import { EmptyState } from '@openauth/ui/empty-state'
import { PageHeader } from '@openauth/ui/page-header'
import { TabLinks } from '@openauth/ui/tabs'
import { useQuery } from '@tanstack/react-query'
import Gamepad2 from 'lucide-react/icons/gamepad-2'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { useCrumb } from '../../navigation/crumb.ts'
import { NotFound } from '../../components/not-found.tsx'
import { AddLink } from '../../components/add-link.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { useAddCommand } from '../../components/use-add-command.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { Entries } from './entries.tsx'
import { EntryPanel } from './entry-panel.tsx'
import { entriesQuery, type Entry, type ListName, lists } from './lists.ts'
import './content.css'

const names = Object.keys(lists) as ListName[]
const NEW = 'new'

const Tabs = ({ shown }: { shown: ListName }) => {
  const t = useTranslate()
  return (
    <TabLinks label={t('content.lists')}>
      {names.map((name) => (
        <Link
          key={name}
          className={name === shown ? 'ui-tab active' : 'ui-tab'}
          aria-current={name === shown ? 'page' : undefined}
          to={`/content/${name}`}
        >
          {t(lists[name].title)}
        </Link>
      ))}
    </TabLinks>
  )
}

/** Names the list in the breadcrumbs where the address does and no entry is open. */
const ListCrumb = ({ list }: { list: ListName }) => {
  const t = useTranslate()
  useCrumb(t(lists[list].title))
  return null
}

const None = ({ list }: { list: ListName }) => {
  const t = useTranslate()
  const { none, noneReason } = lists[list]
  return (
    <Card>
      <EmptyState
        icon={<Gamepad2 size={18} />}
        title={t(none)}
        reason={t(noneReason)}
        action={<AddLink call={lists[list].calls.create} to={`/content/${list}/${NEW}`} title={t(lists[list].add)} />}
      />
    </Card>
  )
}

interface ListProps {
  list: ListName
  entries: Entry[]
  /** The entry of the address: an id, or `new`. */
  opened: string | undefined
}

const List = ({ list, entries, opened }: ListProps) => {
  const navigate = useNavigate()
  const entry = entries.find(({ id }) => String(id) === opened)
  const isGone = opened !== NEW && entry === undefined
  return (
    <>
      {entries.length === 0 ? <None list={list} /> : <Entries list={list} entries={entries} />}
      {opened !== undefined && (
        <EntryPanel
          key={opened}
          list={list}
          entry={entry}
          isGone={isGone}
          onClose={() => void navigate(`/content/${list}`)}
        />
      )}
    </>
  )
}

interface ContentProps {
  list: ListName
  /** Whether the address names the list. */
  isNamed: boolean
  opened: string | undefined
}

const ContentOf = ({ list, isNamed, opened }: ContentProps) => {
  const t = useTranslate()
  const entries = useQuery(entriesQuery(list))
  const { add, lead, calls } = lists[list]
  useAddCommand({ id: 'content.add', title: t(add), to: `/content/${list}/${NEW}`, call: calls.create })
  return (
    <div className="screen">
      <title>{`${t('content.title')} · OpenAuth`}</title>
      <PageHeader
        title={t('content.title')}
        description={t('content.lead')}
        actions={<AddLink call={calls.create} to={`/content/${list}/${NEW}`} title={t(lists[list].add)} />}
      />
      {isNamed && opened === undefined && <ListCrumb list={list} />}
      <Tabs shown={list} />
      <p className="content-note">{t(lead)}</p>
      <Loaded query={entries} lines={6}>
        {(data) => <List list={list} entries={data} opened={opened} />}
      </Loaded>
    </div>
  )
}

/** The dapps and games of the players' front end; the entry that the address names is open beside its list. */
export const Content = () => {
  const { list, entry } = useParams()
  const name = names.find((known) => known === (list ?? 'dapps'))
  return name ? <ContentOf key={name} list={name} isNamed={list !== undefined} opened={entry} /> : <NotFound />
}
