import { type JobKind, jobKinds } from '@openauth/client'
import type { Translate } from '../i18n/i18n.ts'

const isKnown = (kind: string): kind is JobKind => (jobKinds as readonly string[]).includes(kind)

/** What a kind of job is called. One of another version of the server is told by its id. */
export const jobKindText = (kind: string, t: Translate): string => (isKnown(kind) ? t(`jobs.kind_${kind}`) : kind)
