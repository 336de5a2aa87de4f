/**
 * `available`: not begun; `started`: begun, and not done as far as the server knows; `completed`: done and paid, of a daily task for
 * today.
 */
export const taskStatuses = ['available', 'started', 'completed'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** `once`: each player completes it once; `daily`: once a day (UTC). */
export const taskRepeats = ['once', 'daily'] as const
export type TaskRepeat = (typeof taskRepeats)[number]

/** Why a task is not completed yet. */
export const taskReasons = {
  dwell: 'the page was opened too short a time ago; `availableAt` says when to ask again',
  not_bound: 'the player has no account of the provider, or no Odyssey code',
  not_member: 'the player is not in the chat',
  not_enough: 'the count, level, league or balance is not reached',
  no_send: 'there is no such transfer since the task began',
  not_confirmed: 'the transfer is not confirmed yet',
  partner: 'the partner says that it is not done',
} as const
export type TaskReason = keyof typeof taskReasons

/** Why nobody can complete a task as its app is set up. */
export const taskProblems = {
  provider_off: 'the app has no login by the provider, so nobody new can have such an account',
  no_bot: 'the app has no Telegram bot that could look into the chat',
} as const
