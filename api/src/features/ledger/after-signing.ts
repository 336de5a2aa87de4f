import { Problem } from '../../errors.ts'
import { withChainErrors } from '../wallets/with-chain-errors.ts'

const GOES_ON =
  'The transaction is signed and goes on being sent: look at the transactions before sending again, or use an idempotency key'

/** A failure of which the caller must know that the ledger goes on with what was signed: another call would pay twice. */
export const sendContinues = ({ code, message }: Problem): Problem =>
  new Problem(code, { message: `${message.replace(/\.$/, '')}. ${GOES_ON}` })

/** Waits for a broadcast; a failure says that the ledger goes on with it. */
export const withSignedNotice = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await withChainErrors(work)
  } catch (error) {
    throw error instanceof Problem ? sendContinues(error) : error
  }
}
