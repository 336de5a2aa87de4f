import { type CallInput, type Client, type contract, NATIVE, type Network, networks } from '@openauth/client'
import * as z from 'zod'
import { unitsOf } from '../../lib/token-amount.ts'

type DryRunCall = CallInput<typeof contract.walletPolicies.dryRun>
/** Rules that are not stored yet, of the app or of the user. */
export type DryRunRules = Pick<DryRunCall, 'rules' | 'userRules'>
/** The answer of a dry run. */
export type DryRunAnswer = Awaited<ReturnType<Client['walletPolicies']['dryRun']>>

/** What the fields of a dry run contain. */
export interface DryRunValues {
  network: Network
  kind: 'transaction' | 'send'
  transaction: string
  recipient: string
  amount: string
  /** A token's address; empty is the network's own. */
  token: string
  initiator: 'user' | 'app'
  userId: string
}

export const firstDryRun: DryRunValues = {
  network: networks[0],
  kind: 'transaction',
  transaction: '',
  recipient: '',
  amount: '',
  token: '',
  initiator: 'user',
  userId: '',
}

const isWritten = (text: string): boolean => text.trim() !== ''

/** Requires what the kind of dry run needs, and an amount that can be read. The server checks the rest. */
export const dryRunSchema = z.custom<DryRunValues>().superRefine((values, context) => {
  const problem = (path: keyof DryRunValues, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (values.kind === 'transaction') {
    if (!isWritten(values.transaction)) problem('transaction', 'must not be empty')
    return
  }
  if (!isWritten(values.recipient)) problem('recipient', 'must not be empty')
  if (unitsOf(refOf(values), values.amount) === undefined)
    problem(
      'amount',
      isWritten(values.token) ? 'must be a whole number of smallest units' : 'must be an amount such as 1.5',
    )
})

const refOf = ({ network, token }: DryRunValues): string => `${network}:${token.trim() || NATIVE}`

/** The call that tries what is in the fields. */
export const dryRunCallOf = (values: DryRunValues): Omit<DryRunCall, 'appId' | 'rules' | 'userRules'> => {
  const { network, kind, transaction, recipient, initiator } = values
  const userId = values.userId.trim()
  const token = values.token.trim()
  const what =
    kind === 'transaction'
      ? // Line breaks come with pasting from a terminal.
        { transaction: transaction.replaceAll(/\s/g, '') }
      : {
          recipient: recipient.trim(),
          amount: unitsOf(refOf(values), values.amount)!,
          ...(token && { token }),
        }
  return { network, initiator, ...what, ...(userId && { userId }) }
}
