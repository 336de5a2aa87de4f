import { Problem } from '../../errors.ts'
import { withChainErrors } from './errors.ts'

const STILL_SENDING =
  'The transaction is signed and the server keeps sending it: check the transactions before sending again, or use an idempotency key'

/** Adds to an error's message that the server keeps sending the signed transaction: another call would pay twice. */
export const sendContinues = ({ code, message }: Problem): Problem =>
  new Problem(code, { message: `${message.replace(/\.$/, '')}. ${STILL_SENDING}` })

/** Awaits a broadcast; the message of an error states that the server keeps sending the transaction. */
export const withBroadcastErrors = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await withChainErrors(work)
  } catch (error) {
    throw error instanceof Problem ? sendContinues(error) : error
  }
}
