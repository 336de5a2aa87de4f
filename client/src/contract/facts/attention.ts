import { SERVICE_TOKEN_WARNING_DAYS } from './service-tokens.ts'

/** The worst first. `error`: something does not work; `warning`: part of it does not; `notice`: it should be changed. */
export const attentionSeverities = ['error', 'warning', 'notice'] as const

/** What can need an operator's attention, and the `data` of each. Times are milliseconds since the epoch. */
export const attentionCodes = {
  method_without_credentials:
    'a login method is on without its credentials at the provider. subject: the method; data.affects: `logins`, or `redirects` where other logins work; data.missing: the settings',
  redirects_without_origin:
    'redirect logins are on, and no origin is allowed but that of this server. data.methods: the methods',
  email_without_mail_server:
    'e-mail logins are on without a mail server. data.usesOutbox: whether mails are written to a folder, as in development',
  node_unreachable:
    'nodes did not answer the last call of this server, within the last hour: one item for all. data.networks; data.hosts; data.since: the earliest failed call; data.lastAt: the latest',
  kek_missing: 'data keys are wrapped under a key-encryption key that this server lacks. subject: the key',
  kek_outdated: 'data keys are wrapped under an earlier key-encryption key; rewrap them. subject: the key',
  signing_key_old: 'the key that signs tokens is older than a year. subject: its kid; data.days: its age',
  clock_differs:
    "the answering server's clock differs from the database's. data.seconds: by how much, positive where it is ahead",
  ring_ledger_differs:
    "the ledger of players' rings differs from their accounts, one item an app. subject: the first player; data.players: how many are known",
  boards_differ:
    'the boards of an app differed from the accounts in several comparisons in a row, one item an app. data.corrected: places that the answering server corrected',
  players_await_review:
    'players appealed against a delay of payouts, one item an app. subject: who has waited longest; data.players: how many',
  payouts_stopped:
    "claims of players wait, since the app's treasury does not pay, one item an app. subject: the treasury's address; data.problem: `paused`, `none` without a treasury, `above_daily_limit` for claims above what the rules pay in a day, or a problem of the treasury; data.missing: smallest units or lamports; data.claims: how many wait",
  claims_failed:
    'claims of players could not be paid and wait for a decision, one item an app. subject: the player who has waited longest; data.claims: how many',
  webhook_failing:
    'every attempt at a webhook endpoint has failed for an hour or longer. subject: its id; data.host; data.since: the first failure',
  webhook_disabled:
    'the server switched a webhook endpoint off. subject: its id; data.host; data.because: `gone` it answered 410, `failing` it failed for five days',
  approvals_pending:
    'requests of other admins wait for you to approve or refuse them. subject: the oldest; data.waiting: how many; data.expiresAt: when the oldest ends',
  approval_to_collect:
    'a request of yours was approved, and its answer waits for you to collect it. subject: its id; data.waiting: how many; data.expiresAt: when it ends',
  service_token_expires: `a service token ends within ${SERVICE_TOKEN_WARNING_DAYS} days: a notice, and in the last three a warning. Admins see their own, owners all. subject: its name; data.username: its admin; data.expiresAt`,
  jobs_failed: 'background jobs failed for good in the last day. subject: the kind of job; data.failed: how many',
} as const
