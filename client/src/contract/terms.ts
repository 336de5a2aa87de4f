import * as z from 'zod'
import * as endpoints from './endpoints/privacy.ts'
import { termsDocuments } from './facts/privacy.ts'
import { Id, Instant, PageMeta, Pagination } from './fields.ts'
import { route } from './route.ts'

const document = z.enum(termsDocuments)

/** That a user accepted a version. */
export const TermsAcceptance = z
  .object({ userId: Id, document, version: z.string(), acceptedAt: Instant, surface: z.string() })
  .meta({ id: 'TermsAcceptance' })
export type TermsAcceptance = z.input<typeof TermsAcceptance>

const app = Id.describe('the app')
const ofUser = {
  summary: 'List the versions of the terms and the privacy policy that a user accepted, newest first',
  description: 'With the time, and where the user did.',
  output: z.array(TermsAcceptance),
  errors: ['user_not_found'] as const,
}

/** Who accepted which terms, for operators. */
export const terms = {
  acceptances: route(endpoints.terms.acceptances, {
    summary: 'List who accepted the terms and the privacy policy of an app, newest first',
    description: 'Users who are deleted are no longer listed.',
    input: z.object({
      appId: app,
      document: document.optional().describe('only this document'),
      version: z.string().max(40).optional().describe('only this version'),
      ...Pagination.shape,
    }),
    output: z.array(TermsAcceptance),
    meta: PageMeta,
    errors: ['app_not_found'],
  }),
  ofUser: route(endpoints.terms.ofUser, { ...ofUser, input: z.object({ appId: app, id: Id.describe('the user') }) }),
}

/** The same for a partner. */
export const appTermsAcceptances = {
  ofUser: route(endpoints.appTermsAcceptances.ofUser, {
    ...ofUser,
    access: 'read',
    input: z.object({ id: Id.describe('the user') }),
  }),
}
