import { ProviderDeniedError, ProviderMisconfiguredError, ProviderUnavailableError } from './index.ts'
import type { ClientVerdict } from './types.ts'
import { fault, type Finding } from './finding.ts'

/** What a sentence about a provider needs. */
export interface Subject {
  title: string
  /** The settings, as the operator's form names them. */
  fields: string[]
  consoleUrl: string
  callback: string
}

export const listed = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const copyAgain = (fields: string[], { consoleUrl }: Subject): string =>
  `Copy ${listed(fields)} again from ${consoleUrl}.`

/** What is wrong with a client that a provider refuses. */
export const refused: Record<Exclude<ClientVerdict, 'accepted'>, (subject: Subject) => Finding> = {
  wrong_client_id: (subject) =>
    fault(
      'wrong_client_id',
      `${subject.title} knows no client with this id.`,
      copyAgain(subject.fields.slice(0, 1), subject),
    ),
  wrong_secret: (subject) =>
    fault(
      'wrong_secret',
      `${subject.title} knows the client, and refuses its secret.`,
      `${copyAgain(subject.fields.slice(1), subject)} Make a new secret there if the old one is not shown any more.`,
    ),
  wrong_client: (subject) =>
    fault(
      'wrong_client',
      `${subject.title} refuses the client id or its secret; it does not say which of them is wrong.`,
      copyAgain(subject.fields, subject),
    ),
  client_not_allowed: (subject) =>
    fault(
      'client_not_allowed',
      `${subject.title} knows the client, and does not allow it to log people in.`,
      `See at ${subject.consoleUrl} that the application is neither suspended nor waiting for a review, and that it is a confidential web client.`,
    ),
  redirect_not_registered: (subject) =>
    fault(
      'redirect_not_registered',
      `${subject.title} accepts the client, and does not know its redirect address.`,
      `Register ${subject.callback} at ${subject.consoleUrl}, character by character.`,
    ),
}

export const faultOf = (error: unknown, subject: Subject): Finding => {
  const { title, fields } = subject
  if (error instanceof ProviderUnavailableError)
    return fault(
      'unreachable',
      `${title} did not answer as it should: ${error.message}.`,
      'Try again, and see that this server may connect to it.',
    )
  if (error instanceof ProviderDeniedError)
    return fault(
      'unexpected_answer',
      `${title} answered with an error that its documentation does not explain: ${error.error}.`,
      copyAgain(fields, subject),
    )
  if (!(error instanceof ProviderMisconfiguredError)) throw error
  if (error.rejected === undefined && fields.includes('applePrivateKey'))
    return fault(
      'key_unreadable',
      'applePrivateKey is not a P-256 key in PKCS#8 PEM.',
      'Paste the whole .p8 file that Apple gave you, with its first and its last line.',
    )
  return fault('unexpected_answer', `${title} refuses these settings.`, copyAgain(fields, subject))
}
