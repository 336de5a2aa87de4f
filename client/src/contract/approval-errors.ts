import type { ErrorEntry } from './game-errors.ts'

/** Errors of calls that wait for a second admin, a part of `errors`. */
export const approvalErrors = {
  approval_required: [403, 'Another admin has to approve this first. Nothing was changed yet'],
  approval_reason_required: [400, 'Another admin has to approve this. Ask again and say why, as approvalReason'],
  approval_not_found: [404, 'There is no such approval'],
  approval_settled: [409, 'This is no longer pending: it was decided, withdrawn or has expired'],
  own_approval: [403, 'Nobody approves what they asked for. Another admin has to'],
  approval_not_own: [403, 'Only the admin who asked for it may do this'],
  approval_not_run: [409, 'It was not run'],
  approval_altered: [409, 'The stored request differs from the one that was made. Nothing was run'],
  approval_not_collectable: [
    409,
    'There is nothing to collect: it is not approved, was collected, or the time for it has passed',
  ],
  too_many_approvals: [400, 'You have as many requests waiting as an admin may have. Withdraw some first'],
  no_second_admin: [403, 'Nobody else could approve: this server has one owner. Make another admin an owner first'],
  last_approver: [
    403,
    'While calls wait for a second admin, the server keeps two owners. Make another admin an owner first',
  ],
} as const satisfies Record<string, ErrorEntry>
