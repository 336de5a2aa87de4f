import { isSolanaAddress } from '../../../lib/solana-address.ts'

/** What the form begins with; what nobody has given is empty. */
export interface Prefill {
  address: string
  amount: string
}

/** A decimal number of SOL, without exponent: what a link may bring. */
const AMOUNT = /^\d{1,12}(\.\d{1,12})?$/
const MOST_CHARACTERS = 2048

const amountIn = (query: URLSearchParams): string => {
  const amount = query.get('amount')?.trim() ?? ''
  return AMOUNT.test(amount) ? amount : ''
}

/**
 * A Solana Pay request for SOL: `solana:<address>?amount=1.5`. Undefined for everything else, and for requests of other
 * tokens too: their amount in SOL would be another sum. https://docs.solanapay.com/spec#specification-transfer-request
 */
export const paymentIn = (text: string): Prefill | undefined => {
  if (text.length > MOST_CHARACTERS) return undefined
  const [, address = '', search = ''] = /^solana:([^?#]*)(?:\?([^#]*))?$/i.exec(text.trim()) ?? []
  const query = new URLSearchParams(search)
  return isSolanaAddress(address) && !query.has('spl-token') ? { address, amount: amountIn(query) } : undefined
}

/** What a link to the form fills in. It is shown before anything is sent; what is malformed counts as absent. */
export const prefillOf = (query: URLSearchParams): Prefill => {
  const text = query.get('address')?.trim() ?? ''
  const payment = paymentIn(text)
  const address = payment?.address ?? (isSolanaAddress(text) ? text : '')
  return { address, amount: amountIn(query) || (payment?.amount ?? '') }
}
