import type { ErrorCode } from './errors.ts'
import { visibleText } from './fields.ts'

/** Why an admin asks for a call that is held: part of the input of every such call. */
export const approvalReason = visibleText(1, 500)
  .optional()
  .describe(
    'why you ask for it: for the admin who approves it, where calls of this kind wait for the approval of a second admin',
  )

/** Errors of every call that can be held. */
export const heldErrors = [
  'approval_required',
  'approval_reason_required',
  'too_many_approvals',
] as const satisfies readonly ErrorCode[]
