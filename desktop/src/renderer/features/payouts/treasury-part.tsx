import { decimalAmount, endpoints, nativeAmountOf, networkFacts, payoutNetwork, type Treasury } from '@openauth/client'
import { Button, buttonClass } from '@openauth/ui/button'
import { Card } from '@openauth/ui/card'
import { Status, type Tone } from '@openauth/ui/badge'
import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { Copyable } from '@openauth/ui/copyable'
import { type Definition, DefinitionList } from '@openauth/ui/definition-list'
import { EmptyState } from '@openauth/ui/empty-state'
import { Notice } from '@openauth/ui/notice'
import { Section } from '@openauth/ui/section'
import { Time } from '@openauth/ui/time'
import { toast } from '@openauth/ui/toaster'
import { truncateMiddle } from '@openauth/ui/truncate'
import { useQueryClient } from '@tanstack/react-query'
import Landmark from 'lucide-react/icons/landmark'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { client, queries } from '../../api/queries.ts'
import { ConfirmWithReason } from '../../components/confirm-with-reason.tsx'
import { May } from '../../components/may.tsx'
import { type MessageId, useTranslate } from '../../i18n/i18n.ts'
import { payoutProblemText } from '../../lib/payout-problem.ts'

interface Props {
  appId: string
  treasury: Treasury
}

/** Shows the treasury that a call answered, and reads anew what tells of its changes. */
const useShowTreasury = (appId: string) => {
  const queryClient = useQueryClient()
  return async (treasury: Treasury) => {
    queryClient.setQueryData(queries.treasury.get({ appId }).queryKey, treasury)
    await Promise.all([['audit'], ['attention']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}

const RulesLink = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  return (
    <Link className={buttonClass()} to={`/apps/${appId}/game/rules`}>
      {t('payouts.toRules')}
    </Link>
  )
}

const Create = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const show = useShowTreasury(appId)
  const create = async () => show(await client.treasury.create({ appId }))
  return (
    <ConfirmDialog
      title={t('payouts.create')}
      description={t('payouts.createLead')}
      confirmLabel={t('payouts.create')}
      isDanger={false}
      onConfirm={create}
      trigger={<Button variant="primary">{t('payouts.create')}</Button>}
    />
  )
}

const Pause = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const show = useShowTreasury(appId)
  const pause = async (reason: string) => {
    await show(await client.treasury.pause({ appId, reason }))
    toast.success(t('payouts.paused'))
  }
  return (
    <ConfirmWithReason
      title={t('payouts.pause')}
      description={t('payouts.pauseLead')}
      confirmLabel={t('payouts.pause')}
      onConfirm={pause}
      trigger={<Button size="small">{t('payouts.pause')}</Button>}
    />
  )
}

const Resume = ({ appId }: { appId: string }) => {
  const t = useTranslate()
  const show = useShowTreasury(appId)
  const resume = async () => {
    await show(await client.treasury.resume({ appId }))
    toast.success(t('payouts.resumed'))
  }
  return (
    <ConfirmDialog
      title={t('payouts.resume')}
      description={t('payouts.resumeLead')}
      confirmLabel={t('payouts.resume')}
      isDanger={false}
      onConfirm={resume}
      trigger={
        <Button size="small" variant="primary">
          {t('payouts.resume')}
        </Button>
      }
    />
  )
}

const Problem = ({ treasury: { isPaused, pausedBecause, problem } }: Pick<Props, 'treasury'>) => {
  const t = useTranslate()
  if (isPaused)
    return (
      <Notice tone="warning" title={t('payouts.isPaused')}>
        <p dir="auto">{pausedBecause}</p>
      </Notice>
    )
  if (!problem) return null
  return (
    <Notice
      tone="danger"
      title={t('payouts.stopped', { why: payoutProblemText(problem.code, problem.missing ?? '', t) })}
    >
      {problem.message !== null && <p>{problem.message}</p>}
      <p>
        {t('payouts.since')} <Time at={problem.since} isExact />
      </p>
    </Notice>
  )
}

const statusOf = ({ isPaused, problem, token }: Treasury): [Tone, MessageId] => {
  if (isPaused) return ['warning', 'payouts.isPaused']
  if (problem) return ['danger', 'payouts.pays_not']
  return token ? ['success', 'payouts.pays'] : ['neutral', 'payouts.off']
}

const Owed = ({ owed }: Pick<Treasury, 'owed'>): ReactNode => {
  const t = useTranslate()
  if (owed.length === 0) return t('payouts.nothing')
  return owed.map(({ token, decimals, claims, amount }) => (
    <span key={token} className="payouts-owed">
      {t('payouts.owedFor', {
        amount: decimalAmount(amount, decimals),
        token: truncateMiddle(token, 4, 4),
        count: claims,
      })}
    </span>
  ))
}

const Facts = ({ treasury }: Pick<Props, 'treasury'>) => {
  const t = useTranslate()
  const { address, createdAt, token, balances, owed } = treasury
  const [tone, text] = statusOf(treasury)
  const units =
    token && balances?.units
      ? `${decimalAmount(balances.units, token.decimals)} · ${truncateMiddle(token.mint, 4, 4)}`
      : null
  const items: Definition[] = [
    { term: t('payouts.state'), value: <Status tone={tone}>{t(text)}</Status> },
    {
      term: t('payouts.address'),
      value: address && <Copyable value={address} name={t('payouts.address')} truncate={false} />,
    },
    {
      term: t('payouts.token'),
      value: token ? <Copyable value={token.mint} name={t('payouts.token')} truncate={false} /> : t('payouts.noToken'),
    },
    { term: t('payouts.tokens'), value: units },
    {
      term: networkFacts[payoutNetwork].symbol,
      value: balances && nativeAmountOf(payoutNetwork, balances.lamports),
    },
    { term: t('payouts.owed'), value: <Owed owed={owed} /> },
    { term: t('payouts.createdAt'), value: createdAt && <Time at={createdAt} isExact /> },
  ]
  return (
    <Card className="payouts-facts">
      <DefinitionList items={items} />
    </Card>
  )
}

/** An app whose claims are recorded only: what to do before they are paid. */
const None = ({ appId, treasury: { token, owed } }: Props) => {
  const t = useTranslate()
  return (
    <Card>
      <EmptyState
        icon={<Landmark size={18} />}
        title={t(token ? 'payouts.none' : 'payouts.off')}
        reason={t(token || owed.length > 0 ? 'payouts.noneReason' : 'payouts.offReason')}
        action={
          <span className="payouts-buttons">
            <May call={endpoints.treasury.create}>
              <Create appId={appId} />
            </May>
            {!token && <RulesLink appId={appId} />}
          </span>
        }
      />
    </Card>
  )
}

/** The treasury of an app: what it has, what it owes, and why it does not pay. */
export const TreasuryPart = ({ appId, treasury }: Props) => {
  const t = useTranslate()
  if (treasury.address === null) return <None appId={appId} treasury={treasury} />
  return (
    <Section
      title={t('payouts.treasury')}
      description={t('payouts.treasuryLead')}
      actions={
        <May call={treasury.isPaused ? endpoints.treasury.resume : endpoints.treasury.pause}>
          {treasury.isPaused ? <Resume appId={appId} /> : <Pause appId={appId} />}
        </May>
      }
    >
      <Problem treasury={treasury} />
      {treasury.token === null && (
        <Notice tone="info" title={t('payouts.off')}>
          <p>{t('payouts.offReason')}</p>
          <RulesLink appId={appId} />
        </Notice>
      )}
      <Facts treasury={treasury} />
    </Section>
  )
}
