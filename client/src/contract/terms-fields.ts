import * as z from 'zod'
import { termsDocuments } from './facts/privacy.ts'
import { visibleText } from './fields.ts'

/** A document that users accept. */
export const TermsLink = z
  .object({ document: z.enum(termsDocuments), url: z.string(), version: z.string() })
  .meta({ id: 'TermsLink' })
export type TermsLink = z.output<typeof TermsLink>

export const Surface = visibleText(1, 40)
