import type { MessageId } from '../../../i18n/i18n.ts'
import { toLamports } from '../../../lib/format.ts'
import { isSolanaAddress } from '../../../lib/solana-address.ts'

/** Lamports that the network takes for one signature. https://solana.com/docs/core/fees */
export const FEE = 5000n

/** What decides what the Send button says. */
export interface SendState {
  isSending: boolean
  /** Lamports; undefined until they are known. */
  balance: bigint | undefined
  /** As typed. */
  address: string
  amount: string
}

/**
 * What stands in the way of sending, or is under way: `empty` where an input is, `feeMissing` where the balance is enough
 * for the amount and not for the fee on top.
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

/** The first that holds, in the order of the requirement. */
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

/** What the Send button says: it is the form's status as well. */
export const sendLabel = (state: SendState): MessageId => labels[sendStatus(state)]

/** All that can be sent, in lamports: what remains after the fee. */
export const maxAmountOf = (balance: bigint): bigint => (balance > FEE ? balance - FEE : 0n)
