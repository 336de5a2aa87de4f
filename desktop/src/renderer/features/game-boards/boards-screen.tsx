import { endpoints, type AppBoard, appBoards, type BoardsState } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { type DataColumn, DataTable } from '@openauth/ui/data-table'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { type Definition, DefinitionList } from '@openauth/ui/definition-list'
import { Progress } from '@openauth/ui/progress'
import { Section } from '@openauth/ui/section'
import { Time } from '@openauth/ui/time'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { client, queries } from '../../api/queries.ts'
import { AppScreen } from '../../components/app-screen.tsx'
import { errorStateOf, Loaded } from '../../components/loaded.tsx'
import { QueryTabs } from '../../components/query-tabs.tsx'
import '../../i18n/game-words.ts'
import { May } from '../../components/may.tsx'
import { type MessageId, type Translate, useLocale, useTranslate } from '../../i18n/i18n.ts'
import { userPath } from '../users/columns.tsx'
import './boards.css'

type Place = Awaited<ReturnType<typeof client.gameBoards.top>>['data'][number]

/** How often the boards are read again, and while they are being built. Milliseconds. */
const REFRESH = 10_000
const REFRESH_BUILDING = 1000
const SHOWN = 100

const titles: Record<AppBoard, MessageId> = {
  all: 'boards.all',
  week: 'boards.week',
  lastWeek: 'boards.lastWeek',
}

const isBuilding = (state: BoardsState | undefined): boolean =>
  state?.boards.some(({ building }) => building !== null) ?? false

const boardIn = (params: URLSearchParams): AppBoard => appBoards.find((name) => name === params.get('board')) ?? 'all'

const idOf = ({ userId }: Place) => userId
const nameOf = ({ username, userId }: Place) => username ?? userId

const columnsOf = (t: Translate, format: (rings: number) => string, appId: string): DataColumn<Place>[] => [
  { id: 'rank', title: t('boards.rank'), width: '4rem', isRequired: true, isNumber: true, cell: ({ rank }) => rank },
  {
    id: 'player',
    title: t('fairPlay.player'),
    width: 'minmax(7rem, 3fr)',
    isRequired: true,
    cell: (row) => (
      <Link to={`${userPath(appId, row.userId)}/game`} dir="auto">
        {nameOf(row)}
      </Link>
    ),
  },
  {
    id: 'rings',
    title: t('game.rings'),
    isNumber: true,
    width: 'minmax(5rem, 1fr)',
    cell: ({ rings }) => format(rings),
  },
]

const Top = ({ appId, board }: { appId: string; board: AppBoard }) => {
  const t = useTranslate()
  const locale = useLocale()
  const navigate = useNavigate()
  const top = useQuery({
    ...queries.gameBoards.top({ appId, board, limit: SHOWN }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
  })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => columnsOf(t, new Intl.NumberFormat(locale).format, appId), [locale, appId])
  const rows = top.data?.data
  return (
    <DataTable
      label={t(titles[board])}
      columns={columns}
      rows={rows}
      total={top.data?.meta.total}
      isLoading={top.isPending}
      error={rows ? undefined : errorStateOf(top)}
      empty={{ title: t('boards.nobody'), reason: t('boards.nobodyReason') }}
      rowId={idOf}
      rowName={nameOf}
      onOpen={({ userId }) => void navigate(`${userPath(appId, userId)}/game`)}
      storageKey="game-boards"
    />
  )
}

const Rebuild = ({ appId, isBusy }: { appId: string; isBusy: boolean }) => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const rebuild = async () => {
    const state = await client.gameBoards.rebuild({ appId })
    queryClient.setQueryData(queries.gameBoards.get({ appId }).queryKey, state)
    await queryClient.invalidateQueries({ queryKey: ['audit'] })
  }
  return (
    <ConfirmDialog
      title={t('boards.rebuildTitle')}
      description={t('boards.rebuildLead')}
      confirmLabel={t('boards.rebuild')}
      isDanger={false}
      onConfirm={rebuild}
      trigger={
        <Button size="small" disabled={isBusy}>
          {t('boards.rebuild')}
        </Button>
      }
    />
  )
}

const State = ({ state }: { state: BoardsState }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { engine, boards, verification } = state
  const items: Definition[] = [
    { term: t('boards.engine'), value: t(engine === 'redis' ? 'boards.redis' : 'boards.memory') },
    ...boards.map(({ board, players }) => ({
      term: t(titles[board]),
      value: players === null ? t('boards.notBuilt') : t('boards.players', { count: format(players) }),
    })),
    { term: t('boards.compared'), value: verification ? <Time at={verification.checkedAt} /> : t('boards.never') },
    ...(verification
      ? [
          {
            term: t('boards.corrected'),
            value: t('boards.correctedOf', {
              corrected: format(verification.corrected),
              checked: format(verification.checked),
            }),
          },
        ]
      : []),
  ]
  return (
    <Card>
      <DefinitionList items={items} />
      {boards.map(
        ({ board, building }) =>
          building && (
            <Progress
              key={board}
              label={t(titles[board])}
              done={building.read}
              total={Math.max(building.of, building.read)}
            />
          ),
      )}
    </Card>
  )
}

const Boards = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const [params] = useSearchParams()
  const board = boardIn(params)
  const state = useQuery({
    ...queries.gameBoards.get({ appId }),
    refetchInterval: ({ state: { data } }) => (isBuilding(data) ? REFRESH_BUILDING : REFRESH),
  })
  return (
    <>
      <QueryTabs
        label={t('gameScreens.boards')}
        name="board"
        tabs={appBoards.map((name) => ({ value: name === 'all' ? '' : name, title: t(titles[name]) }))}
        shown={board === 'all' ? '' : board}
      />
      <Top key={board} appId={appId} board={board} />
      <Section
        title={t('boards.state')}
        description={t('boards.stateLead')}
        actions={
          <May call={endpoints.gameBoards.rebuild}>
            <Rebuild appId={appId} isBusy={isBuilding(state.data)} />
          </May>
        }
      >
        <Loaded query={state}>{(data) => <State state={data} />}</Loaded>
      </Section>
    </>
  )
}

/** The best players of an app, and whether its boards are whole. */
export const BoardsScreen = () => {
  const t = useTranslate()
  return (
    <AppScreen title={t('gameScreens.boards')} lead={t('boards.lead')}>
      {(app) => <Boards key={app.id} appId={app.id} />}
    </AppScreen>
  )
}
