import { NOT_CONCERNED, type TableData, type Tables } from './table-data.ts'

/** What was done and how often: the audit trail, events of webhooks, figures. */
export const trail: Tables<
  | 'AuditEvent'
  | 'AuditPersonal'
  | 'AuditLink'
  | 'AuditCheckpoint'
  | 'AuditPending'
  | 'AuditForward'
  | 'WebhookDelivery'
  | 'RateLimit'
  | 'LoginOutcome'
  | 'Statistic'
  | 'GameDay'
  | 'GameDayCount'
  | 'TaskCount'
> = {
  AuditEvent: {
    about: 'users',
    why: 'what was done by whom, to what: lines that nobody changes, in a chain that is signed',
    kept: '365 days (`OPENAUTH_AUDIT_RETENTION_DAYS`)',
    ends: true,
    deletion:
      'lines stay with the id of the user, a random number that then leads to nobody: what names the person is in AuditPersonal. Lines that are older than AuditPersonal have it themselves until they are removed',
    fields: {
      pseudonym: ['id', 'targetId'],
      operator: ['actorId', 'ip', 'details'],
      none: ['createdAt', 'actor', 'action', 'appId', 'restoredAt'],
    },
  },
  AuditPersonal: {
    about: 'users',
    why: 'what audit lines say of the person: the address of a call, the name of an account',
    kept: 'as its line, 365 days (`OPENAUTH_AUDIT_RETENTION_DAYS`)',
    ends: true,
    deletion: 'rows are deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: { personal: ['ip', 'details'], pseudonym: ['eventId', 'userId'] },
  },
  AuditLink: {
    about: 'server',
    why: 'the chain of audit lines',
    kept: 'as its line',
    ends: true,
    deletion: NOT_CONCERNED,
    fields: { none: ['seq', 'eventId', 'hash', 'chainedAt', 'signature'] },
  },
  AuditCheckpoint: {
    about: 'server',
    why: 'where the chain begins',
    kept: 'until the next one',
    deletion: NOT_CONCERNED,
    fields: { none: ['seq', 'hash', 'at', 'removed', 'intact', 'signature'] },
  },
  AuditPending: {
    about: 'server',
    why: 'lines without a link',
    kept: 'a second',
    deletion: NOT_CONCERNED,
    fields: { none: ['n', 'eventId'] },
  },
  AuditForward: {
    about: 'server',
    why: 'how far the trail was forwarded',
    kept: 'for good',
    deletion: NOT_CONCERNED,
    fields: { none: ['destination', 'seq'] },
  },
  WebhookDelivery: {
    about: 'users',
    why: "events for partners' servers",
    kept: '14 days (`OPENAUTH_DELIVERY_RETENTION_DAYS`)',
    ends: true,
    deletion:
      'settled deliveries about the user are deleted; those that wait are sent first. The event `user.deleted` stays for its time, so that a partner can be told again',
    user: { by: 'userId', erase: 'own', unexported: true },
    fields: {
      personal: ['data'],
      pseudonym: ['id', 'userId', 'orderKey'],
      none: ['seq', 'webhookId', 'type', 'status', 'attempts', 'log', 'dueAt', 'createdAt', 'settledAt'],
    },
  },
  RateLimit: {
    about: 'users',
    why: 'counts of attempts, by digests of accounts and addresses; with `REDIS_URL` they are there',
    kept: 'minutes, a day at most',
    ends: true,
    deletion: 'nothing: counts expire by themselves',
    fields: { pseudonym: ['key'], none: ['points', 'expire'] },
  },
  LoginOutcome: {
    about: 'apps',
    why: 'how the last logins by a method went; of no user in particular',
    kept: '365 days (`OPENAUTH_LOGIN_OUTCOME_RETENTION_DAYS`)',
    ends: true,
    deletion: NOT_CONCERNED,
    fields: { none: ['appId', 'method', 'succeededAt', 'failedAt', 'failure'] },
  },
  Statistic: {
    about: 'apps',
    why: 'counts of events, which name nobody',
    kept: 'hours 35 days, days 400 days (`OPENAUTH_STATISTICS_RETENTION_DAYS`), totals for good',
    ends: true,
    deletion: NOT_CONCERNED,
    fields: { none: ['appId', 'period', 'at', 'kind', 'key', 'count'] },
  },
  GameDay: {
    about: 'apps',
    why: 'sums of a day of the tap game, which name nobody',
    kept: '430 days',
    ends: true,
    deletion: NOT_CONCERNED,
    fields: {
      none: [
        ...(['appId', 'day', 'taps', 'players', 'newPlayers', 'made', 'spent', 'claimed', 'adjusted'] as const),
        ...(['returned1', 'returned7', 'returned30'] as const),
      ],
    },
  },
  GameDayCount: {
    about: 'server',
    why: 'how far days are counted',
    kept: 'for good',
    deletion: NOT_CONCERNED,
    fields: { none: ['id', 'closedDay', 'countedAt', 'nextAt'] },
  },
  TaskCount: {
    about: 'apps',
    why: 'how often a task was completed',
    kept: 'until the task is deleted',
    deletion: NOT_CONCERNED,
    fields: { none: ['taskId', 'slot', 'count'] },
  },
}

/** The table without a key, of which the client makes no model. */
export const statisticDelta: TableData = {
  about: 'apps',
  why: 'counts that are not added up yet',
  kept: 'seconds',
  deletion: NOT_CONCERNED,
  fields: { none: ['appId', 'kind', 'key', 'at', 'count'] },
}
