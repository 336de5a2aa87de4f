import type { GameProfile, PayoutNotice, RingClaim, RingClaimStatus } from '@openauth/client'
import { Button } from '@openauth/ui/button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../components/dialog.tsx'
import { type MessageId, useLocale, useTranslate } from '../../../i18n/i18n.ts'
import { formatAmount, shortenAddress } from '../../../lib/format.ts'
import { ExplorerLink } from '../../wallet/explorer-link.tsx'
import { Celebration } from '../celebration.tsx'
import { failureWords } from '../failure-words.ts'
import { useGameCalls } from '../tap-calls.ts'
import { showProfile } from '../use-tap-session.ts'
import { Appeal } from './appeal.tsx'
import { useClaims } from './use-claims.ts'
import './claims.css'

const notices: Record<PayoutNotice, MessageId> = {
  under_review: 'claims.under_review',
  treasury_empty: 'claims.treasury_empty',
  paused: 'claims.paused',
  daily_limit: 'claims.daily_limit',
  delayed: 'claims.delayed',
}

const states: Record<RingClaimStatus, MessageId> = {
  queued: 'claims.queued',
  sending: 'claims.sending',
  paid: 'claims.paid',
  failed: 'claims.failed',
  returned: 'claims.returned',
}

const Row = ({ claim: { rings, amount, decimals, status, signature, createdAt } }: { claim: RingClaim }) => {
  const t = useTranslate()
  const locale = useLocale()
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(createdAt)
  return (
    <li className="card claim">
      <span className="card-words">
        <strong>{formatAmount(BigInt(amount), decimals)}</strong>
        <small>{t('claims.row', { rings: new Intl.NumberFormat(locale).format(rings), day })}</small>
      </span>
      <span className="claim-state" data-state={status}>
        {status === 'paid' && signature !== null ? (
          <ExplorerLink signature={signature}>{t(states.paid)}</ExplorerLink>
        ) : (
          t(states[status])
        )}
      </span>
    </li>
  )
}

/** Claims what there is, and shows what became of it. */
const useClaim = () => {
  const calls = useGameCalls()
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [claimed, setClaimed] = useState<number>()
  const [message, setMessage] = useState<MessageId>()
  const claim = async () => {
    setBusy(true)
    setMessage(undefined)
    try {
      const answer = await calls.claimRings()
      setClaimed(answer.claimed)
      showProfile(cache, await calls.profile())
    } catch (error) {
      setMessage(failureWords(error, { payout_under_review: 'claims.under_review' }))
    } finally {
      await cache.invalidateQueries({ queryKey: ['game', 'claims'] })
      setBusy(false)
    }
  }
  return { claim, isBusy, claimed, message }
}

type ClaimRate = NonNullable<ReturnType<typeof useClaims>['data']>['meta']['rate']

/** What can be claimed, and what that is worth. */
const Price = ({ claimableRings, rate }: { claimableRings: number; rate: ClaimRate }) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  return (
    <p className="tap-price">
      <span className="tap-coin" />
      {format(claimableRings)}
      {rate && (
        <small>
          {t('claims.rate', {
            rings: format(rate.rings),
            amount: formatAmount(BigInt(rate.amount), rate.decimals),
          })}
        </small>
      )}
    </p>
  )
}

const LastClaims = ({ claims }: { claims: RingClaim[] | undefined }) =>
  claims && claims.length > 0 ? (
    <ul className="card-list">
      {claims.map((each) => (
        <Row key={each.id} claim={each} />
      ))}
    </ul>
  ) : null

interface NotesProps {
  rate: ClaimRate
  /** Rings of a claim that is not paid yet. */
  onTheirWay: number | undefined
  words: MessageId | undefined
}

const Notes = ({ rate, onTheirWay, words }: NotesProps) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  return (
    <>
      {rate && <p className="note mono">{t('claims.token', { token: shortenAddress(rate.token, 6) })}</p>}
      {onTheirWay !== undefined && (
        <output className="note">{t('claims.onTheirWay', { rings: format(onTheirWay) })}</output>
      )}
      {words && <output className="note">{t(words)}</output>}
    </>
  )
}

interface Props {
  profile: GameProfile
  onClose: () => void
}

/** What can be claimed, what keeps payments, and the last claims with their states. */
const ClaimsDialog = ({ profile, onClose }: Props) => {
  const t = useTranslate()
  const { format } = new Intl.NumberFormat(useLocale())
  const { data: claims } = useClaims()
  const { claim, isBusy, claimed, message } = useClaim()
  const { rate = null, notice = null } = claims?.meta ?? {}
  const { claimableRings } = profile
  const isOnItsWay = claimed !== undefined && !message && !notice && claims?.data[0]?.status !== 'paid'
  return (
    <Dialog title={t('claims.title')} onClose={onClose}>
      {claimed ? (
        <Celebration>
          <output>{format(claimed)}</output>
        </Celebration>
      ) : (
        <Price claimableRings={claimableRings} rate={rate} />
      )}
      <Notes
        rate={rate}
        onTheirWay={isOnItsWay ? claimed : undefined}
        words={message ?? (notice ? notices[notice] : undefined)}
      />
      {notice === 'under_review' && <Appeal />}
      {rate && notice !== 'under_review' && !(claimed && claimableRings === 0) && (
        <Button variant="primary" loading={isBusy} disabled={claimableRings === 0} onClick={() => void claim()}>
          {t('claims.claim')}
        </Button>
      )}
      <LastClaims claims={claims?.data} />
    </Dialog>
  )
}

export default ClaimsDialog
