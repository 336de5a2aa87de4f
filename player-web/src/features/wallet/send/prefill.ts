import { isSolanaAddress } from '../../../lib/solana-address.ts'

/** The form's initial values; missing ones are empty. */
export interface Prefill {
  address: string
  amount: string
}

/** A decimal number of SOL in a link, without exponent. */
const AMOUNT = /^\d{1,12}(\.\d{1,12})?$/
const MOST_CHARACTERS = 2048

const amountIn = (query: URLSearchParams): string => {
  const amount = query.get('amount')?.trim() ?? ''
  return AMOUNT.test(amount) ? amount : ''
}

/**
 * A Solana Pay request for SOL: `solana:<address>?amount=1.5`. Undefined for any other text, and for requests of other
 * tokens, whose amount is not in SOL. https://docs.solanapay.com/spec#specification-transfer-request
 */
export const paymentIn = (text: string): Prefill | undefined => {
  if (text.length > MOST_CHARACTERS) return undefined
  const [, address = '', search = ''] = /^solana:([^?#]*)(?:\?([^#]*))?$/i.exec(text.trim()) ?? []
  const query = new URLSearchParams(search)
  return isSolanaAddress(address) && !query.has('spl-token') ? { address, amount: amountIn(query) } : undefined
}

/** The values of a link to the form. The user sees them before anything is sent; malformed ones are ignored. */
export const prefillOf = (query: URLSearchParams): Prefill => {
  const text = query.get('address')?.trim() ?? ''
  const payment = paymentIn(text)
  const address = payment?.address ?? (isSolanaAddress(text) ? text : '')
  return { address, amount: amountIn(query) || (payment?.amount ?? '') }
}
