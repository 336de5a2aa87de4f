import type { PlayReview } from '@openauth/client'
import { Badge } from '@openauth/ui/badge'
import { type DataColumn, DataTable } from '@openauth/ui/data-table'
import { Section } from '@openauth/ui/section'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { queries } from '../../../api/queries.ts'
import { errorStateOf } from '../../../components/loaded.tsx'
import '../../../i18n/game-words.ts'
import { type Translate, useLocale, useTranslate } from '../../../i18n/i18n.ts'
import type { Locale } from '../../../i18n/locales.ts'
import { flagText, stateWords } from '../../../lib/play-words.ts'
import { useShownUser } from './user-ref.ts'

type Day = PlayReview['days'][number]

const idOf = ({ day }: Day) => String(day)

const columnsOf = (t: Translate, locale: Locale, flags: PlayReview['flags']): DataColumn<Day>[] => {
  const { format } = new Intl.NumberFormat(locale)
  // A day of the game is one of UTC wherever the operator is.
  const dayText = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const found = (day: number) => flags.filter((flag) => flag.day === day).map(({ code }) => flagText(code, t))
  return [
    { id: 'day', title: t('game.day'), isRequired: true, cell: ({ day }) => dayText.format(day) },
    { id: 'taps', title: t('fairPlay.taps'), isNumber: true, cell: ({ taps }) => format(taps) },
    { id: 'sessions', title: t('fairPlay.sessions'), isNumber: true, cell: ({ sessions }) => format(sessions) },
    { id: 'batches', title: t('fairPlay.batches'), isNumber: true, cell: ({ batches }) => format(batches) },
    { id: 'addresses', title: t('fairPlay.addresses'), isNumber: true, cell: ({ addresses }) => format(addresses) },
    {
      id: 'flags',
      title: t('fairPlay.flags'),
      width: 'minmax(12rem, 2fr)',
      cell: ({ day }) => found(day).join('; ') || '–',
    },
  ]
}

/** How a player played on each of the last days, and what was flagged; the review has all that was measured. */
export const PlayDays = () => {
  const t = useTranslate()
  const locale = useLocale()
  const { scope } = useShownUser()
  const review = useQuery(queries.gameReviews.get(scope))
  const flags = review.data?.flags
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => columnsOf(t, locale, flags ?? []), [locale, flags])
  const state = review.data?.state ?? null
  return (
    <Section
      title={t('fairPlay.days')}
      actions={
        <>
          {state !== null && <Badge tone={stateWords(state).tone}>{t(stateWords(state).text)}</Badge>}
          <Link to={`/apps/${scope.appId}/game/fair-play/${scope.id}`}>{t('gameScreens.review')}</Link>
        </>
      }
    >
      <DataTable
        label={t('fairPlay.days')}
        columns={columns}
        rows={review.data?.days}
        total={review.data?.days.length}
        isLoading={review.isPending}
        error={review.data ? undefined : errorStateOf(review)}
        empty={{ title: t('game.noDays'), reason: t('fairPlay.noDays') }}
        rowId={idOf}
        rowName={({ day }) => new Date(day).toISOString().slice(0, 10)}
        storageKey="play-days"
      />
    </Section>
  )
}
