import { type AttentionItem, endpoints, type LoginMethod, networkFacts, networks } from '@openauth/client'
import type { AdminCall } from '../../api/rights.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { jobKindText } from '../../lib/job-kind.ts'
import { payoutProblemText } from '../../lib/payout-problem.ts'
import { methodTitle } from '../../lib/login-methods.ts'

/** How an item's severity shows. */
export const attentionTones = { error: 'danger', warning: 'warning', notice: 'info' } as const satisfies Record<
  AttentionItem['severity'],
  string
>

const listOf = (value: AttentionItem['data'][string] | undefined): string[] => (Array.isArray(value) ? value : [])

const methodsText = (names: string[], t: Translate): string =>
  names.map((name) => methodTitle(name as LoginMethod, t)).join(', ')

const networksText = (names: string[]): string =>
  networks
    .filter((network) => names.includes(network))
    .map((network) => networkFacts[network].title)
    .join(', ')

const subjectOf = ({ subject }: AttentionItem) => ({ subject: subject ?? '' })

const texts: Record<AttentionItem['code'], (item: AttentionItem, t: Translate) => string> = {
  method_without_credentials: ({ subject, data }, t) =>
    t(data['affects'] === 'logins' ? 'attention.noCredentials' : 'attention.noRedirects', {
      method: methodsText(subject === null ? [] : [subject], t),
      settings: listOf(data['missing']).join(', '),
    }),
  redirects_without_origin: ({ data }, t) =>
    t('attention.noOrigin', { methods: methodsText(listOf(data['methods']), t) }),
  email_without_mail_server: ({ data }, t) =>
    t(data['usesOutbox'] ? 'attention.mailToFolder' : 'attention.noMailServer'),
  node_unreachable: ({ data }, t) =>
    t('attention.nodesUnreachable', { networks: networksText(listOf(data['networks'])) }),
  kek_missing: (item, t) => t('attention.kekMissing', subjectOf(item)),
  kek_outdated: (item, t) => t('attention.kekOutdated', subjectOf(item)),
  signing_key_old: (item, t) => t('attention.signingKeyOld', subjectOf(item)),
  clock_differs: ({ data }, t) => t('attention.clockDiffers', { count: Math.abs(Number(data['seconds'])) }),
  ring_ledger_differs: ({ data }, t) => t('attention.ringLedgerDiffers', { count: Number(data['players']) }),
  boards_differ: ({ data }, t) => t('attention.boardsDiffer', { count: Number(data['corrected']) }),
  players_await_review: ({ data }, t) => t('attention.playersAwaitReview', { count: Number(data['players']) }),
  payouts_stopped: ({ data }, t) =>
    t('attention.payoutsStopped', {
      count: Number(data['claims']),
      why: payoutProblemText(String(data['problem']), String(data['missing']), t),
    }),
  claims_failed: ({ data }, t) => t('attention.claimsFailed', { count: Number(data['claims']) }),
  webhook_failing: ({ data }, t) => t('attention.webhookFailing', { host: String(data['host']) }),
  webhook_disabled: ({ data }, t) =>
    t(data['because'] === 'gone' ? 'attention.webhookGone' : 'attention.webhookGivenUp', {
      host: String(data['host']),
    }),
  service_token_expires: ({ subject, data }, t) =>
    t('attention.serviceTokenExpires', { subject: subject ?? '', username: String(data['username']) }),
  approvals_pending: ({ data }, t) => t('attention.approvalsPending', { count: Number(data['waiting']) }),
  approval_to_collect: ({ data }, t) => t('attention.approvalToCollect', { count: Number(data['waiting']) }),
  jobs_failed: ({ subject }, t) => t('attention.jobsFailed', { subject: jobKindText(subject ?? '', t) }),
}

/** What an item says. */
export const attentionText = (item: AttentionItem, t: Translate): string => texts[item.code](item, t)

const pages: Record<AttentionItem['code'], (item: AttentionItem) => string> = {
  method_without_credentials: ({ appId, subject }) => `/apps/${appId}/login-methods/${subject}`,
  redirects_without_origin: ({ appId }) => `/apps/${appId}/settings`,
  email_without_mail_server: () => '/health',
  node_unreachable: () => '/health',
  kek_missing: () => '/keys',
  kek_outdated: () => '/keys',
  signing_key_old: () => '/signing-keys',
  clock_differs: () => '/health',
  ring_ledger_differs: ({ appId, subject }) => `/apps/${appId}/users/${subject}/game`,
  boards_differ: ({ appId }) => `/apps/${appId}/game/boards`,
  players_await_review: ({ appId, subject }) => `/apps/${appId}/game/fair-play/${subject}`,
  payouts_stopped: ({ appId }) => `/apps/${appId}/game/payouts`,
  claims_failed: ({ appId }) => `/apps/${appId}/game/payouts?status=failed`,
  webhook_failing: ({ appId, subject }) => `/apps/${appId}/webhooks/${subject}`,
  webhook_disabled: ({ appId, subject }) => `/apps/${appId}/webhooks/${subject}`,
  service_token_expires: () => '/account/service-tokens',
  approvals_pending: () => '/approvals',
  approval_to_collect: () => '/approvals?show=all',
  jobs_failed: () => '/jobs',
}

/** Of the screens that are about the server the calls that they are about; those of an app are for every admin of it. */
const calls: Partial<Record<AttentionItem['code'], AdminCall>> = {
  email_without_mail_server: endpoints.health.show,
  node_unreachable: endpoints.health.show,
  kek_missing: endpoints.keys.status,
  kek_outdated: endpoints.keys.status,
  signing_key_old: endpoints.signingKeys.list,
  clock_differs: endpoints.health.show,
  jobs_failed: endpoints.jobs.list,
}

/** The screen where it is put right; undefined where that is not for the admin who asks. */
export const remedyOf = (item: AttentionItem, may: (call: AdminCall) => boolean): string | undefined => {
  const call = calls[item.code]
  return call && !may(call) ? undefined : pages[item.code](item)
}
