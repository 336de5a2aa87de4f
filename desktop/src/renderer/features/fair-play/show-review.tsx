import { endpoints, ApiError, type PlayReview } from '@openauth/client'
import { Badge } from '@openauth/ui/badge'
import { Button } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { type Definition, DefinitionList } from '@openauth/ui/definition-list'
import { EmptyState } from '@openauth/ui/empty-state'
import { Section } from '@openauth/ui/section'
import { Time } from '@openauth/ui/time'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { queries } from '../../api/queries.ts'
import { useCrumb } from '../../navigation/crumb.ts'
import { AppScreen } from '../../components/app-screen.tsx'
import { Loaded } from '../../components/loaded.tsx'
import '../../i18n/game-words.ts'
import { May } from '../../components/may.tsx'
import { useLocale, useTranslate } from '../../i18n/i18n.ts'
import { userName } from '../../lib/user-name.ts'
import { UserLink } from '../users/detail/user-link.tsx'
import { Decide, type Decision } from './decide.tsx'
import { flagText, measured, stateWords, thresholdText } from '../../lib/play-words.ts'
import '../users/users.css'
import './fair-play.css'

interface Props {
  review: PlayReview
  appId: string
  id: string
}

const timeOf = (at: number | null) => (at === null ? null : <Time at={at} isExact />)

const Facts = ({ review, appId, id }: Props) => {
  const t = useTranslate()
  const { text, tone } = stateWords(review.state)
  const { tapLimit, ignoredCodes, ignoredUntil } = review
  const ignored = ignoredUntil !== null && ignoredCodes.length > 0
  const items: Definition[] = [
    { term: t('fairPlay.player'), value: <UserLink appId={appId} id={id} tab="game" /> },
    { term: t('fairPlay.state'), value: <Badge tone={tone}>{t(text)}</Badge> },
    { term: t('fairPlay.heldSince'), value: timeOf(review.heldSince) },
    { term: t('fairPlay.tapsPerSecond'), value: tapLimit ?? t('fairPlay.byRules') },
    { term: t('fairPlay.appeal'), value: review.appeal && <span dir="auto">{review.appeal}</span> },
    { term: t('fairPlay.appealedAt'), value: timeOf(review.appealedAt) },
    { term: t('fairPlay.decidedAt'), value: timeOf(review.decidedAt) },
    { term: t('game.reason'), value: review.reason && <span dir="auto">{review.reason}</span> },
    { term: t('fairPlay.ignored'), value: ignored ? ignoredCodes.map((code) => flagText(code, t)).join('; ') : null },
    { term: t('fairPlay.ignoredUntil'), value: timeOf(ignoredUntil) },
  ]
  return (
    <Card className="fair-play-facts">
      <DefinitionList items={items.filter(({ value }) => value !== null)} />
    </Card>
  )
}

/** A day of the game, which is one of UTC wherever the operator is. */
const useDayText = () => {
  const { format } = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeZone: 'UTC' })
  return format
}

const Flags = ({ flags }: Pick<PlayReview, 'flags'>) => {
  const t = useTranslate()
  const locale = useLocale()
  const dayText = useDayText()
  if (flags.length === 0) return <p className="fair-play-note">{t('fairPlay.noFlags')}</p>
  return (
    <ul className="fair-play-flags">
      {flags.map((flag) => (
        <li key={`${flag.code} ${flag.day}`}>
          <span className="fair-play-flag">
            {flagText(flag.code, t)}
            <Badge tone={flag.isStrong ? 'warning' : 'neutral'}>
              {t(flag.isStrong ? 'fairPlay.strong' : 'fairPlay.weak')}
            </Badge>
          </span>
          <span className="fair-play-note">
            {dayText(flag.day)} · {thresholdText(flag, t, locale)}
          </span>
        </li>
      ))}
    </ul>
  )
}

const Day = ({ day }: { day: PlayReview['days'][number] }) => {
  const t = useTranslate()
  const locale = useLocale()
  const dayText = useDayText()
  const { format } = new Intl.NumberFormat(locale)
  const values = Object.entries(day.values).map(([code, value]) => ({
    term: flagText(code, t),
    value: measured(code, value, locale),
  }))
  const items: Definition[] = [
    { term: t('fairPlay.taps'), value: format(day.taps) },
    { term: t('fairPlay.batches'), value: format(day.batches) },
    { term: t('fairPlay.sessions'), value: format(day.sessions) },
    { term: t('fairPlay.addresses'), value: format(day.addresses) },
    ...values,
  ]
  return (
    <Card>
      <h3 className="fair-play-day">{dayText(day.day)}</h3>
      <DefinitionList items={items} />
    </Card>
  )
}

const Decisions = ({ review, ...player }: Props) => {
  const t = useTranslate()
  const [decision, setDecision] = useState<Decision>('clear')
  const [isOpen, setOpen] = useState(false)
  const ask = (asked: Decision) => {
    setDecision(asked)
    setOpen(true)
  }
  return (
    <div className="fair-play-decisions">
      <Button variant={review.heldSince === null ? 'secondary' : 'primary'} onClick={() => ask('clear')}>
        {t('fairPlay.clear')}
      </Button>
      <Button onClick={() => ask('hold')}>{t('fairPlay.hold')}</Button>
      <Button onClick={() => ask('limit')}>{t('fairPlay.limit')}</Button>
      <Decide player={player} tapLimit={review.tapLimit} decision={decision} open={isOpen} onOpenChange={setOpen} />
    </div>
  )
}

const Review = (props: Props) => {
  const t = useTranslate()
  const { flags, days } = props.review
  return (
    <>
      <May call={endpoints.gameReviews.clear}>
        <Decisions {...props} />
      </May>
      <Facts {...props} />
      <Section title={t('fairPlay.flags')}>
        <Flags flags={flags} />
      </Section>
      <Section title={t('fairPlay.days')}>
        {days.length === 0 && <p className="fair-play-note">{t('fairPlay.noDays')}</p>}
        <div className="fair-play-days">
          {days.map((day) => (
            <Day key={day.day} day={day} />
          ))}
        </div>
      </Section>
    </>
  )
}

const OfPlayer = ({ appId, id }: { appId: string; id: string }) => {
  const t = useTranslate()
  const user = useQuery(queries.users.get({ appId, id }))
  const review = useQuery(queries.gameReviews.get({ appId, id }))
  useCrumb(user.data && userName(user.data))
  if (review.error instanceof ApiError && review.error.status === 404)
    return <EmptyState title={t('fairPlay.gone')} reason={t('fairPlay.goneReason')} />
  return (
    <Loaded query={review} lines={10}>
      {(data) => <Review review={data} appId={appId} id={id} />}
    </Loaded>
  )
}

/** The review of a player: what was found, what was measured, and the decisions. */
export const ShowReview = () => {
  const t = useTranslate()
  const { userId: id = '' } = useParams()
  return (
    <AppScreen title={t('gameScreens.review')} lead={t('fairPlay.reviewLead')}>
      {(app) => <OfPlayer key={id} appId={app.id} id={id} />}
    </AppScreen>
  )
}
