import type { Tables } from './table-data.ts'

/** What the tap game has of its players. */
export const game: Tables<
  | 'Player'
  | 'Squad'
  | 'SquadRemoval'
  | 'RingEntry'
  | 'RingReward'
  | 'RingClaim'
  | 'TaskProgress'
  | 'TaskAccount'
  | 'TaskCode'
  | 'PlayerDay'
  | 'PlayerTrace'
  | 'PlayerAddress'
  | 'PlayerFlag'
  | 'PlayerReview'
> = {
  Player: {
    about: 'users',
    why: 'the account in the tap game',
    kept: 'until the user is deleted',
    deletion: 'the row is deleted: the player is on no board',
    user: { by: 'userId', erase: 'own' },
    fields: {
      personal: ['rings', 'earned', 'claimed', 'streakDays', 'streakDay', 'weekEarned', 'lastWeekEarned', 'tapLimit'],
      pseudonym: ['userId', 'squadId'],
      none: [
        ...(['appId', 'seq', 'ledgerSeq', 'openSeq', 'openHour', 'energy', 'tapCredit', 'settledAt'] as const),
        ...(['rulesVersion', 'ringsPerTap', 'maxEnergy', 'energyPerSecond', 'multitap', 'energyLimit'] as const),
        ...([
          'rechargeSpeed',
          'tapBot',
          'turboUntil',
          'turboFactor',
          'freeDay',
          'fullEnergyUsed',
          'turboUsed',
        ] as const),
        ...(['tapBotSince', 'createdAt', 'referralSettled', 'week', 'isHidden', 'squadJoinedAt'] as const),
        ...(['payoutHeldSince', 'tapLimitOn'] as const),
      ],
    },
  },
  Squad: {
    about: 'users',
    why: 'squads of players; the name is chosen by its leader',
    kept: 'until its last member leaves, or an operator deletes it',
    deletion: 'another member becomes its leader; the squad of a single member is deleted',
    user: { by: 'leaderId', erase: 'own' },
    fields: {
      personal: ['name', 'nameKey', 'lookalikeKey'],
      pseudonym: ['id', 'leaderId'],
      none: ['appId', 'members', 'earned', 'createdAt'],
    },
  },
  SquadRemoval: {
    about: 'users',
    why: 'whoever was removed from a squad cannot join it again for some days',
    kept: 'until the squad or the user is deleted',
    deletion: 'rows are deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: { pseudonym: ['squadId', 'userId'], none: ['removedAt'] },
  },
  RingEntry: {
    about: 'users',
    why: "the ledger of a player's rings",
    kept: 'until the user is deleted',
    deletion: 'rows are deleted; sums of days stay, which name nobody',
    user: { by: 'userId', erase: 'delete' },
    fields: {
      personal: ['kind', 'amount', 'balance', 'taps', 'startedAt', 'endedAt'],
      pseudonym: ['userId', 'reference'],
      none: ['firstSeq', 'lastSeq'],
    },
  },
  RingReward: {
    about: 'users',
    why: 'rings that a player gets once',
    kept: 'until the user is deleted',
    deletion: 'rows are deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: {
      personal: ['kind', 'amount', 'grantedAt'],
      pseudonym: ['userId', 'reference'],
      none: ['ledgerSeq'],
    },
  },
  RingClaim: {
    about: 'users',
    why: 'claims of rings that are paid on chain',
    kept: 'until the user is deleted',
    deletion: 'rows are deleted; a payment that is signed goes on',
    user: { by: 'userId', erase: 'delete' },
    fields: {
      personal: ['rings', 'address', 'amount', 'signature'],
      pseudonym: ['userId', 'id', 'batchId'],
      none: ['appId', 'token', 'decimals', 'status', 'problem', 'tries', 'createdAt', 'dueAt', 'settledAt'],
    },
  },
  TaskProgress: {
    about: 'users',
    why: 'what a player has begun or completed of a task',
    kept: 'until the task or the user is deleted',
    deletion: 'rows are deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: {
      personal: ['startedAt', 'completedAt', 'reward'],
      pseudonym: ['userId'],
      none: ['taskId', 'period'],
    },
  },
  TaskAccount: {
    about: 'users',
    why: 'an account elsewhere completes a task once, whoever is bound to it',
    kept: 'until the task is deleted; of a daily task until its day is over',
    deletion:
      'stays, since the same account could be paid again; whoever knows an account can test whether it completed a task',
    fields: { pseudonym: ['digest'], none: ['taskId', 'period'] },
  },
  TaskCode: {
    about: 'users',
    why: 'one-time codes of tasks, and who used them',
    kept: 'until the task is deleted',
    deletion: 'who used the code is cleared',
    user: { by: 'usedBy', erase: 'clear', clears: ['usedBy'] },
    fields: { pseudonym: ['usedBy'], secret: ['digest'], none: ['taskId', 'usedAt'] },
  },
  PlayerDay: {
    about: 'users',
    why: 'fair play: how a player tapped on a day',
    kept: '14 days',
    ends: true,
    deletion: 'rows are deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: { personal: ['statistics'], pseudonym: ['userId'], none: ['day', 'appId', 'version', 'dueSince'] },
  },
  PlayerTrace: {
    about: 'users',
    why: 'fair play: pieces of the rhythm of taps, by which players are compared',
    kept: '14 days',
    ends: true,
    deletion: 'rows are deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: { personal: ['gaps'], pseudonym: ['userId', 'key'], none: ['day', 'appId'] },
  },
  PlayerAddress: {
    about: 'users',
    why: 'fair play: whether many players tap from one address, as a digest with the salt of the day',
    kept: '14 days; the salt two days, after which the digest tells nothing',
    ends: true,
    deletion: 'rows are deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: { pseudonym: ['userId', 'address'], none: ['day', 'appId'] },
  },
  PlayerFlag: {
    about: 'users',
    why: 'fair play: something about a day of a player that people seldom do',
    kept: '90 days',
    ends: true,
    deletion: 'rows are deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: { personal: ['code', 'value', 'foundAt'], pseudonym: ['userId'], none: ['day', 'appId', 'threshold'] },
  },
  PlayerReview: {
    about: 'users',
    why: 'fair play: the review of a player whose payouts were delayed',
    kept: 'until the user is deleted',
    deletion: 'the row is deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: {
      personal: ['state', 'since', 'suspectedOn', 'appeal', 'appealedAt', 'decidedAt', 'reason'],
      pseudonym: ['userId'],
      none: ['appId', 'appeals', 'ignoredCodes', 'ignoredUntil'],
    },
  },
}
