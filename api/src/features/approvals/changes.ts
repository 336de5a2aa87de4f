import { type ApprovalChange, isSecretInput, pathTokens, type Route } from '@openauth/client'
import type { Subject } from './subjects.ts'
import type { Digest } from './stored-request.ts'

/** Fields that say what is meant, who asks and which version was seen: they change nothing. */
const isUnshown = (name: string, path: string): boolean =>
  pathTokens(path).includes(name) || name === 'currentPassword' || name.startsWith('expected')

/** The characters of a secret's digest that are shown. */
const SHOWN = 16

const asJson = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value))

/** What a call changes, as its approver sees it: each field before and after, of secrets a digest. */
export const changesOf = (
  { path }: Pick<Route, 'path'>,
  { input, subject, digest }: { input: Record<string, unknown>; subject: Subject; digest: Digest },
): ApprovalChange[] =>
  Object.entries(input)
    .filter(([name, value]) => value !== undefined && !isUnshown(name, path))
    .map(([name, value]): ApprovalChange => {
      const before = asJson(subject.values[name])
      if (!isSecretInput(name)) return { name, before, after: asJson(value), isDigest: false }
      const after = value === null ? null : digest([name, value]).toString('base64url').slice(0, SHOWN)
      return { name, before, after, isDigest: true }
    })
