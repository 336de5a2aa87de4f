import { type LoginMethod, MAX_SUPPORT_MINUTES, methods } from '@openauth/client'
import type { AccountChangeModel } from '../../db.ts'
import { escapeHtml, mailPage } from '../../lib/html.ts'
import type { Mail } from '../../lib/mail.ts'
import { UNDOABLE_FOR } from './windows.ts'

/** Omits a passkey's name, because it is free text of the person who added it. */
const displayOf = ({ method, display }: AccountChangeModel): string => {
  const { account } = methods[method as LoginMethod]
  return display === null || method === 'passkey' ? account : `${account} (${display})`
}

const sentenceOf = (change: AccountChangeModel): string => {
  switch (change.kind) {
    case 'bind':
    case 'passkey_add':
      return `${displayOf(change)} was added as a way to log in`
    case 'unbind':
    case 'passkey_remove':
      return `${displayOf(change)} was removed as a way to log in`
    case 'password_change':
      return 'The password was changed'
    case 'key_export':
      return 'The private key of the Solana wallet was shown'
    case 'data_export':
      return 'Everything that is stored about you was exported'
    case 'deletion_request':
      return 'The deletion of your account was requested'
    case 'deletion_cancel':
      return 'The deletion of your account was cancelled'
  }
}

const minute = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const CHANGE_PASSWORD = 'end all sessions and change your password'

const adviceOf = ({ kind, createdAt, credential }: AccountChangeModel): string => {
  switch (kind) {
    case 'key_export':
      return `If it was not you, move what is in that wallet to another one now, ${CHANGE_PASSWORD}.`
    case 'data_export':
    case 'deletion_cancel':
      return `If it was not you, ${CHANGE_PASSWORD}.`
    case 'deletion_request': {
      const { dueAt } = credential as { dueAt: string }
      return `It is carried out on ${minute(new Date(dueAt))}. Until then you can log in, cancel it, and send away what is in your wallets. If it was not you, cancel it, ${CHANGE_PASSWORD}.`
    }
    default:
      return `If it was not you, log in with a way to log in that you had before, open the account changes and undo it. You can do so until ${minute(new Date(createdAt.getTime() + UNDOABLE_FOR))}.`
  }
}

/** The lines of a notice. Excludes text from the client, such as its user agent. */
export const noticeLines = (change: AccountChangeModel, appName: string): [string, ...string[]] => {
  const { createdAt, ip, undoneAt } = change
  const when = `${minute(createdAt)}${ip ? `, from the address ${ip}` : ''}`
  if (undoneAt)
    return [
      `A change of your account at ${appName} was undone`,
      `The change: ${sentenceOf(change)} (${when}).`,
      'All other sessions of the account have ended.',
    ]
  return [
    `${sentenceOf(change)} at ${appName}`,
    `When: ${when}.`,
    'If it was you, there is nothing to do.',
    adviceOf(change),
  ]
}

/** The lines of a notice that support acts in the name of the user. */
export const supportLines = (createdAt: Date, appName: string): [string, ...string[]] => [
  `Support looked at your account at ${appName}`,
  `When: ${minute(createdAt)}, for ${MAX_SUPPORT_MINUTES} minutes at most.`,
  'Support saw what you see: your profile, wallets, transactions and sessions. It cannot send or sign anything, see a private key, or change how you log in.',
  'If you did not ask for help, tell whoever runs the app. You can end it in the list of your sessions.',
]

/** The mail of a notice, as plain text and as HTML. */
export const noticeMail = (to: string, [subject, ...lines]: [string, ...string[]]): Mail => ({
  to,
  subject,
  text: `${[`${subject}.`, ...lines].join('\n\n')}\n`,
  html: mailPage([
    `<p style="font-weight:600">${escapeHtml(subject)}</p>`,
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
  ]),
})
