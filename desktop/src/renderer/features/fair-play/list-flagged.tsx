import { Badge } from '@openauth/ui/badge'
import { type DataColumn, DataTable } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { type client, queries } from '../../api/queries.ts'
import { AppScreen } from '../../components/app-screen.tsx'
import { numberedPageOf } from '../../components/numbered-pages.tsx'
import { QueryTabs } from '../../components/query-tabs.tsx'
import '../../i18n/game-words.ts'
import { type MessageId, type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'
import { pageIn } from '../../lib/page-in.ts'
import { userName } from '../../lib/user-name.ts'
import { flagText, stateWords } from '../../lib/play-words.ts'
import './fair-play.css'

type Flagged = Awaited<ReturnType<typeof client.gameReviews.list>>['data'][number]

const PAGE = 25

const filters = {
  all: 'fairPlay.all',
  waiting: 'fairPlay.waiting',
  held: 'fairPlay.held',
  appealed: 'fairPlay.appealed',
  cleared: 'fairPlay.cleared',
} as const satisfies Record<string, MessageId>
type Filter = keyof typeof filters

const filterIn = (params: URLSearchParams): Filter => {
  const state = params.get('state') ?? 'all'
  return Object.hasOwn(filters, state) ? (state as Filter) : 'all'
}

const idOf = ({ userId }: Flagged) => userId
const nameOf = ({ displayName, userId }: Flagged) => displayName ?? userId

/** The link to a player's review, named as other lists name a user: one without a display name by its account. */
const Player = ({ appId, row }: { appId: string; row: Flagged }) => {
  const user = useQuery({ ...queries.users.get({ appId, id: row.userId }), enabled: row.displayName === null })
  return (
    <Link to={`/apps/${appId}/game/fair-play/${row.userId}`} dir="auto">
      {user.data ? userName(user.data) : nameOf(row)}
    </Link>
  )
}

const columnsOf = (t: Translate, appId: string): DataColumn<Flagged>[] => [
  {
    id: 'player',
    title: t('fairPlay.player'),
    isRequired: true,
    cell: (row) => <Player appId={appId} row={row} />,
  },
  {
    id: 'state',
    title: t('fairPlay.state'),
    cell: ({ state }) => <Badge tone={stateWords(state).tone}>{t(stateWords(state).text)}</Badge>,
  },
  {
    id: 'codes',
    title: t('fairPlay.flags'),
    width: 'minmax(16rem, 2.4fr)',
    cell: ({ codes }) => codes.map((code) => flagText(code, t)).join('; '),
  },
  { id: 'foundAt', title: t('fairPlay.newest'), cell: ({ foundAt }) => foundAt !== null && <Time at={foundAt} /> },
]

const List = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const locale = useLocale()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const [filter, page] = [filterIn(params), pageIn(params)]
  const state = filter === 'all' ? undefined : filter
  const list = useQuery({
    ...queries.gameReviews.list({ appId, state, page, limit: PAGE }),
    placeholderData: keepPreviousData,
  })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => columnsOf(t, appId), [locale, appId])
  const turn = (to: number) => setParams({ ...(state && { state }), page: String(to) })
  return (
    <>
      <QueryTabs
        label={t('fairPlay.state')}
        name="state"
        tabs={(Object.keys(filters) as Filter[]).map((name) => ({
          value: name === 'all' ? '' : name,
          title: t(filters[name]),
        }))}
        shown={state ?? ''}
      />
      <DataTable
        label={t('gameScreens.fairPlay')}
        columns={columns}
        {...numberedPageOf(list, { page, pageSize: PAGE, onPageChange: turn })}
        empty={{ title: t('fairPlay.nobody'), reason: t('fairPlay.nobodyReason') }}
        rowId={idOf}
        rowName={nameOf}
        onOpen={({ userId }) => void navigate(`/apps/${appId}/game/fair-play/${userId}`)}
        storageKey="flagged-players"
      />
    </>
  )
}

/** The players of an app whose play was flagged, with the state of their reviews. */
export const ListFlagged = () => {
  const t = useTranslate()
  return (
    <AppScreen title={t('gameScreens.fairPlay')} lead={t('fairPlay.lead')}>
      {(app) => <List key={app.id} appId={app.id} />}
    </AppScreen>
  )
}
