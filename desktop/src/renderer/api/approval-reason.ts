import { ApiError, type Transport } from '@openauth/client'
import { createStore } from '../store.ts'

/** A call that waits for its reason. */
export interface AskedReason {
  /** Sends the call with a reason, or gives it up. */
  answer: (reason: string | undefined) => void
}

/** The call whose reason is asked for; one at a time. */
export const askedReason = createStore<AskedReason | undefined>(undefined)

/** Asks for the reason of a call; undefined where the operator gives up, or is asked about another one already. */
const askReason = (): Promise<string | undefined> =>
  askedReason.get()
    ? Promise.resolve(undefined)
    : new Promise((resolve) => {
        askedReason.set({
          answer: (reason) => {
            askedReason.set(undefined)
            resolve(reason)
          },
        })
      })

const hasCode = (error: unknown, code: string): error is ApiError => error instanceof ApiError && error.code === code

/** A call waits for another admin. It is thrown, since nothing has changed yet, and is no failure. */
export class CallWaits extends ApiError {
  /** Dialogs show it without alarm. */
  readonly isNotice = true
}

/** The server's refusal in the words of the console: the request waits, and nothing is wrong. */
const asked = async (error: ApiError): Promise<ApiError> => {
  await import('../i18n/device-words.ts')
  const { t } = await import('../i18n/i18n.ts')
  const { approval } = error
  const message = t(approval?.collected ? 'approvals.askedToCollect' : 'approvals.asked')
  return new CallWaits(error.status, { code: 'approval_required', message, ...(approval ? { approval } : {}) })
}

/**
 * Calls that a second admin has to approve, for all screens: asks why, sends the call again with the reason, and says where its request is.
 * What the screen gets is an error: nothing has changed yet.
 */
export const withApprovals =
  (send: Transport): Transport =>
  async (endpoint, input, options) => {
    try {
      return await send(endpoint, input, options).catch(async (error: unknown) => {
        if (!hasCode(error, 'approval_reason_required')) throw error
        const approvalReason = await askReason()
        if (approvalReason === undefined) throw error
        return send(endpoint, { ...input, approvalReason }, options)
      })
    } catch (error) {
      throw hasCode(error, 'approval_required') ? await asked(error) : error
    }
  }
