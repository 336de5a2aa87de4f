import { Notice } from '@openauth/ui/notice'
import { codeOf } from './problems.ts'

/** Why a form was not saved. That another admin has to approve it first is no failure. */
export const FormProblem = ({ error }: { error: Error }) =>
  codeOf(error) === 'approval_required' ? (
    <output>
      <Notice tone="info">{error.message}</Notice>
    </output>
  ) : (
    <p className="entry-problem" role="alert">
      {error.message}
    </p>
  )
