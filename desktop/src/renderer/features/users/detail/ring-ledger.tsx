import type { AdminRingEntry, BoughtBoost } from '@openauth/client'
import { type DataColumn, DataTable } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { queries } from '../../../api/queries.ts'
import { numberedPageOf } from '../../../components/numbered-pages.tsx'
import { type MessageId, type Translate, useLocale, useTranslate } from '../../../i18n/i18n.ts'
import type { Locale } from '../../../i18n/locales.ts'
import { UserLink } from './user-link.tsx'
import { useShownUser } from './user-ref.ts'

const PAGE = 25

const kinds: Record<AdminRingEntry['kind'], MessageId> = {
  taps: 'game.kind_taps',
  tap_bot: 'game.kind_tap_bot',
  daily: 'game.kind_daily',
  boost: 'game.kind_boost',
  referral: 'game.kind_referral',
  claim: 'game.kind_claim',
  adjustment: 'game.kind_adjustment',
  squad: 'game.kind_squad',
  task: 'game.kind_task',
  claim_returned: 'game.kind_claim_returned',
}

const boosts: Record<BoughtBoost, MessageId> = {
  multitap: 'game.boost_multitap',
  energyLimit: 'game.boost_energyLimit',
  rechargeSpeed: 'game.boost_rechargeSpeed',
  tapBot: 'game.boost_tapBot',
}

/** "Multitap, level 2", of the ledger's `multitap 2`. A boost that a newer server has stands for itself. */
const boostText = (reference: string, t: Translate): string => {
  const [boost = '', level = ''] = reference.split(' ')
  const isKnown = (name: string): name is BoughtBoost => Object.hasOwn(boosts, name)
  return isKnown(boost) ? t('game.boostLevel', { boost: t(boosts[boost]), level }) : reference
}

/** What a line is about: the invited user, the reason of an adjustment, a boost, a task. Times stand in their own column. */
const About = ({ entry: { kind, reference, taps, task } }: { entry: AdminRingEntry }) => {
  const t = useTranslate()
  const { appId } = useShownUser()
  if (kind === 'taps') return <>{t('game.taps', { count: taps })}</>
  if (kind === 'referral' && reference !== null) return <UserLink appId={appId} id={reference} />
  if (kind === 'boost' && reference !== null) return <>{boostText(reference, t)}</>
  if (task) return <span dir="auto">{task.title ?? t('game.removedTask')}</span>
  return kind === 'adjustment' ? <span dir="auto">{reference}</span> : <>–</>
}

const columnsOf = (t: Translate, locale: Locale): DataColumn<AdminRingEntry>[] => {
  const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' })
  const plain = new Intl.NumberFormat(locale)
  return [
    { id: 'endedAt', title: t('game.when'), cell: ({ endedAt }) => <Time at={endedAt} /> },
    { id: 'kind', title: t('game.kind'), isRequired: true, cell: ({ kind }) => t(kinds[kind]) },
    { id: 'about', title: t('game.about'), width: 'minmax(10rem, 1.4fr)', cell: (entry) => <About entry={entry} /> },
    { id: 'amount', title: t('game.amount'), isNumber: true, cell: ({ amount }) => signed.format(amount) },
    { id: 'balance', title: t('game.balance'), isNumber: true, cell: ({ balance }) => plain.format(balance) },
  ]
}

const idOf = ({ firstSeq }: AdminRingEntry) => String(firstSeq)

/** The ledger of a player's rings, newest first. */
export const RingLedger = ({ toolbar }: { toolbar: ReactNode }) => {
  const t = useTranslate()
  const locale = useLocale()
  const { scope } = useShownUser()
  const [page, setPage] = useState(1)
  const ledger = useQuery({
    ...queries.gamePlayers.ledger({ ...scope, page, limit: PAGE }),
    placeholderData: keepPreviousData,
  })
  // oxlint-disable-next-line react/exhaustive-deps -- `t` is the same function in every language.
  const columns = useMemo(() => columnsOf(t, locale), [locale])
  return (
    <DataTable
      label={t('game.ledger')}
      columns={columns}
      {...numberedPageOf(ledger, { page, pageSize: PAGE, onPageChange: setPage })}
      empty={{ title: t('game.noEntries'), reason: t('game.noEntriesReason') }}
      rowId={idOf}
      rowName={({ kind }) => t(kinds[kind])}
      toolbar={toolbar}
      storageKey="ring-ledger"
    />
  )
}
