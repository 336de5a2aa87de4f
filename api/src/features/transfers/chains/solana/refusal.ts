import type { ErrorCode } from '@openauth/client'
import { Problem } from '../../../../errors.ts'

/** A refusal in a preview. */
export interface Refusal<C extends ErrorCode> {
  code: C
  message: string
  issues: { path: string; message: string }[]
}

/** Converts an error with one of these codes to a refusal; throws any other error. */
export const refusalIn = <C extends ErrorCode>(error: unknown, codes: readonly C[]): Refusal<C> => {
  const code = error instanceof Problem ? codes.find((each) => each === error.code) : undefined
  if (code === undefined) throw error
  const { message, issues = [] } = error as Problem
  return { code, message, issues }
}
