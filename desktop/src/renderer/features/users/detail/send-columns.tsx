import { nativeAmountOf, networkFacts, SIGNATURE_TOKEN, transactionPageOf } from '@openauth/client'
import type { Client, Network, TransactionStatus } from '@openauth/client'
import { Status, type Tone } from '@openauth/ui/badge'
import { Copyable } from '@openauth/ui/copyable'
import type { CsvColumn } from '@openauth/ui/csv'
import type { DataColumn } from '@openauth/ui/data-table'
import { Time } from '@openauth/ui/time'
import { truncateMiddle } from '@openauth/ui/truncate'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queries } from '../../../api/queries.ts'
import { ExternalLink } from '../../../components/external-link.tsx'
import type { MessageId, Translate } from '../../../i18n/i18n.ts'

/** A send as the list over all users has it. */
export type Send = Awaited<ReturnType<Client['adminTransactions']['list']>>['data'][number]

export const statusTitles: Record<TransactionStatus, MessageId> = {
  created: 'users.sendCreated',
  submitted: 'users.sendSubmitted',
  confirmed: 'users.sendConfirmed',
  failed: 'users.sendFailed',
  expired: 'users.sendExpired',
}

const tones: Record<TransactionStatus, Tone | 'busy'> = {
  created: 'neutral',
  submitted: 'busy',
  confirmed: 'success',
  failed: 'danger',
  expired: 'warning',
}

const kindTitles: Record<Send['kind'], MessageId> = {
  transfer: 'users.kindTransfer',
  transaction: 'users.kindTransaction',
  message: 'users.kindMessage',
  reply: 'users.kindReply',
}

/** The explorer's page of a transaction; for Solana the one that the server's operator has set for players. */
export const usePageOfTransaction = (): ((network: Network, hash: string) => string) => {
  const config = useQuery({ ...queries.player.config(), staleTime: Infinity })
  const solana = config.data?.solana.explorerUrl
  return useCallback(
    (network, hash) =>
      network === 'solana' && solana
        ? solana.replaceAll(SIGNATURE_TOKEN, () => encodeURIComponent(hash))
        : transactionPageOf(network, hash),
    [solana],
  )
}

/** `1.5 SOL`; of other tokens the smallest units and the address, since their decimals are not known here. */
export const amountText = ({ amount, token, network }: Send, t: Translate): string => {
  if (amount === null) return '–'
  if (token === null) return `${nativeAmountOf(network, amount)} ${networkFacts[network].symbol}`
  return t('users.units', { amount, token: truncateMiddle(token, 4, 4) })
}

/** The columns of a user's sends. */
export const sendColumns = (
  t: Translate,
  pageOfTransaction: (network: Network, hash: string) => string,
): DataColumn<Send>[] => [
  {
    ...{ id: 'status', title: t('users.state'), isRequired: true, width: 'minmax(8rem, 0.7fr)' },
    cell: ({ status, error }) => (
      <span title={error ?? undefined}>
        <Status tone={tones[status]}>{t(statusTitles[status])}</Status>
      </span>
    ),
  },
  { id: 'kind', title: t('users.kind'), width: 'minmax(7rem, 0.7fr)', cell: ({ kind }) => t(kindTitles[kind]) },
  { id: 'network', title: t('users.network'), cell: ({ network }) => networkFacts[network].title },
  { id: 'amount', title: t('users.amount'), isNumber: true, cell: (send) => amountText(send, t) },
  {
    ...{ id: 'to', title: t('users.recipient') },
    cell: ({ toAddress }) => (toAddress ? <Copyable value={toAddress} name={t('users.recipient')} /> : '–'),
  },
  {
    ...{ id: 'signature', title: t('users.onChain'), width: 'minmax(9rem, 0.9fr)' },
    cell: ({ signature, network }) =>
      signature ? (
        <ExternalLink href={pageOfTransaction(network, signature)}>
          <code>{truncateMiddle(signature, 6, 4)}</code>
        </ExternalLink>
      ) : (
        '–'
      ),
  },
  {
    ...{ id: 'createdAt', title: t('users.requested'), isSortable: true, isDescendingFirst: true },
    ...{ width: 'minmax(7rem, 0.7fr)', cell: ({ createdAt }) => <Time at={createdAt} /> },
  },
  { id: 'error', title: t('users.reason'), isHidden: true, cell: ({ error }) => error ?? '–' },
]

/** The columns of the file. */
export const sendCsvColumns = (t: Translate): CsvColumn<Send>[] => [
  { title: t('users.id'), value: ({ id }) => id },
  { title: t('users.state'), value: ({ status }) => status },
  { title: t('users.kind'), value: ({ kind }) => kind },
  { title: t('users.network'), value: ({ network }) => network },
  { title: t('users.amount'), value: ({ amount }) => amount },
  { title: t('users.token'), value: ({ token }) => token },
  { title: t('users.sender'), value: ({ fromAddress }) => fromAddress },
  { title: t('users.recipient'), value: ({ toAddress }) => toAddress },
  { title: t('users.onChain'), value: ({ signature }) => signature },
  { title: t('users.reason'), value: ({ error }) => error },
  { title: t('users.requested'), value: ({ createdAt }) => new Date(createdAt) },
]
