import { Button } from '@openauth/ui/button'
import { type DataColumn, DataTable } from '@openauth/ui/data-table'
import { FilterBar } from '@openauth/ui/filter-bar'
import { Time } from '@openauth/ui/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { Link, type To, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { type client, queries } from '../../api/queries.ts'
import { AppScreen } from '../../components/app-screen.tsx'
import { numberedPageOf } from '../../components/numbered-pages.tsx'
import '../../i18n/game-words.ts'
import { type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'
import { pageIn } from '../../lib/page-in.ts'
import { SquadPanel } from './squad-panel.tsx'
import { squadsPath } from './squads-path.ts'
import './squads.css'

type Squad = Awaited<ReturnType<typeof client.gameSquads.list>>['data'][number]

const PAGE = 25
/** The longest name of a squad, and so of a search. */
const LONGEST = 30

const idOf = ({ id }: Squad) => id
const nameOf = ({ name }: Squad) => name

const columnsOf = (
  t: Translate,
  format: (number: number) => string,
  placeOf: (id: string) => To,
): DataColumn<Squad>[] => [
  { id: 'rank', title: t('boards.rank'), width: '4rem', isNumber: true, cell: ({ rank }) => format(rank) },
  {
    id: 'name',
    title: t('content.name'),
    width: 'minmax(8rem, 2fr)',
    isRequired: true,
    cell: ({ id, name }) => (
      <Link to={placeOf(id)} dir="auto">
        {name}
      </Link>
    ),
  },
  {
    id: 'members',
    title: t('squads.members'),
    isNumber: true,
    width: 'minmax(5rem, 1fr)',
    cell: ({ members }) => format(members),
  },
  {
    id: 'rings',
    title: t('game.rings'),
    isNumber: true,
    width: 'minmax(5.5rem, 1fr)',
    cell: ({ rings }) => format(rings),
  },
  { id: 'createdAt', title: t('squads.founded'), cell: ({ createdAt }) => <Time at={createdAt} /> },
]

const List = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const locale = useLocale()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const [search, page] = [params.get('q') ?? '', pageIn(params)]
  const list = useQuery({
    ...queries.gameSquads.list({ appId, page, limit: PAGE, ...(search !== '' && { search }) }),
    placeholderData: keepPreviousData,
  })
  const { search: query } = useLocation()
  // Opening a squad leaves the search and the page of the list as they are.
  const placeOf = useCallback((id?: string): To => ({ pathname: squadsPath(appId, id), search: query }), [appId, query])
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => columnsOf(t, new Intl.NumberFormat(locale).format, placeOf), [locale, placeOf])
  const show = (q: string, to: number) => setParams({ ...(q !== '' && { q }), ...(to > 1 && { page: String(to) }) })
  const clear = <Button onClick={() => show('', 1)}>{t('squads.showAll')}</Button>
  const none = { title: t('squads.none'), reason: t('squads.noneReason') }
  const noMatch = { title: t('squads.noMatch'), reason: t('squads.noMatchReason'), action: clear }
  return (
    <DataTable
      label={t('gameScreens.squads')}
      columns={columns}
      {...numberedPageOf(list, { page, pageSize: PAGE, onPageChange: (to) => show(search, to) })}
      empty={search === '' ? none : noMatch}
      rowId={idOf}
      rowName={nameOf}
      onOpen={({ id }) => void navigate(placeOf(id))}
      storageKey="squads"
      toolbar={
        <FilterBar
          search={search}
          onSearchChange={(q) => show(q.slice(0, LONGEST), 1)}
          searchPlaceholder={t('squads.search')}
          chips={[]}
          onRemove={() => show('', 1)}
          onClear={() => show('', 1)}
        />
      }
    />
  )
}

/** The squads of an app, the best first; the one that the address names is open beside the list. */
export const SquadsScreen = () => {
  const t = useTranslate()
  const navigate = useNavigate()
  const { squadId } = useParams()
  const { search } = useLocation()
  return (
    <AppScreen title={t('gameScreens.squads')} lead={t('squads.lead')}>
      {(app) => (
        <>
          <List key={app.id} appId={app.id} />
          {squadId !== undefined && (
            <SquadPanel
              key={squadId}
              appId={app.id}
              id={squadId}
              onClose={() => void navigate({ pathname: squadsPath(app.id), search })}
            />
          )}
        </>
      )}
    </AppScreen>
  )
}
