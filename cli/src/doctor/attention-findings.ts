import type { AttentionItem } from '@openauth/client'
import { attentionCodes } from '@openauth/client/light'
import { type Finding, notice, problem } from './finding.ts'

type Code = AttentionItem['code']

/** What the other checks tell better. */
const told: readonly Code[] = ['node_unreachable', 'clock_differs', 'email_without_mail_server']

const remedies: Partial<Record<Code, string>> = {
  method_without_credentials: 'openauth login-methods list shows what is missing',
  redirects_without_origin: 'Add the origins of your pages: openauth apps update --redirect-origins',
  kek_missing: 'Put the keyring of that time back (openauth keys restore), or configure its key service again',
  kek_outdated: 'openauth keys rewrap',
  signing_key_old: 'openauth signing-keys rotate',
  jobs_failed: 'openauth jobs list shows why; openauth jobs retry',
  payouts_stopped: 'openauth treasury get',
  claims_failed: 'openauth ring-claims list',
  webhook_failing: 'openauth webhooks list',
  webhook_disabled: 'openauth webhooks list',
  players_await_review: 'openauth game-reviews list',
  boards_differ: 'openauth boards rebuild',
}

/** The server's own list of what needs attention, as findings. */
export const attentionFindings = (items: AttentionItem[]): Finding[] =>
  items
    .filter(({ code }) => !told.includes(code))
    .map(({ code, severity, subject, appId }) => {
      const about = [subject, appId === null ? undefined : `app ${appId}`].filter(Boolean).join(', ')
      const [what = code] = attentionCodes[code].split(/[.;] /)
      const remedy = remedies[code] ?? 'openauth attention list has the details'
      return (severity === 'notice' ? notice : problem)(
        code,
        `${what[0]!.toUpperCase()}${what.slice(1)}${about ? ` (${about})` : ''}`,
        `It is ${severity === 'error' ? 'an error' : `a ${severity}`} by the server's own list`,
        remedy,
      )
    })
