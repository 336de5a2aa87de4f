import type { MessageId } from '../../../i18n/i18n.ts'
import { toLamports } from '../../../lib/format.ts'
import { isSolanaAddress } from '../../../lib/solana-address.ts'

/** The network's fee for one signature, in lamports. https://solana.com/docs/core/fees */
export const FEE = 5000n

/** What the Send button's text depends on. */
export interface SendState {
  isSending: boolean
  /** Lamports; undefined until they are known. */
  balance: bigint | undefined
  /** As entered. */
  address: string
  amount: string
}

/**
 * What prevents sending, or is in progress: `empty` if an input is missing, `feeMissing` if the balance covers the
 * amount and not the fee.
 */
export type SendStatus =
  | 'sending'
  | 'loading'
  | 'empty'
  | 'invalidAddress'
  | 'invalidAmount'
  | 'insufficient'
  | 'feeMissing'
  | 'ready'

/** The first condition that holds, in the order of the fields. */
export const sendStatus = ({ isSending, balance, address, amount }: SendState): SendStatus => {
  if (isSending) return 'sending'
  if (balance === undefined) return 'loading'
  if (address.trim() === '' || amount.trim() === '') return 'empty'
  if (!isSolanaAddress(address.trim())) return 'invalidAddress'
  const lamports = toLamports(amount)
  if (lamports === undefined) return 'invalidAmount'
  if (lamports > balance) return 'insufficient'
  return lamports + FEE > balance ? 'feeMissing' : 'ready'
}

const labels: Record<SendStatus, MessageId> = {
  sending: 'send.sending',
  loading: 'state.loading',
  empty: 'send.send',
  invalidAddress: 'send.invalidAddress',
  invalidAmount: 'send.invalidAmount',
  insufficient: 'send.insufficient',
  feeMissing: 'send.insufficient',
  ready: 'send.send',
}

/** The Send button's text, which shows the form's status. */
export const sendLabel = (state: SendState): MessageId => labels[sendStatus(state)]

/** The most that can be sent, in lamports: the balance without the fee. */
export const maxAmountOf = (balance: bigint): bigint => (balance > FEE ? balance - FEE : 0n)
