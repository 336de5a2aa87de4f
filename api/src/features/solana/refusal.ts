import type { ErrorCode } from '@openauth/client'
import { Problem } from '../../errors.ts'

/** What a preview tells of a refusal. */
export interface Refusal<C extends ErrorCode> {
  code: C
  message: string
  issues: { path: string; message: string }[]
}

/** What a refusal of one of these codes says; whatever else went wrong is thrown on. */
export const refusalIn = <C extends ErrorCode>(error: unknown, codes: readonly C[]): Refusal<C> => {
  const code = error instanceof Problem ? codes.find((each) => each === error.code) : undefined
  if (code === undefined) throw error
  const { message, issues = [] } = error as Problem
  return { code, message, issues }
}
