import { termsDocuments, type TermsLink } from '@openauth/client'
import type { AppModel } from '../../db.ts'

type Documents = Pick<AppModel, 'termsUrl' | 'termsVersion' | 'privacyUrl' | 'privacyVersion'>

/** The documents of an app that users accept: those that have an address and a version. */
export const documentsOf = (app: Documents): TermsLink[] =>
  termsDocuments.flatMap((document) => {
    const [url, version] = [app[`${document}Url`], app[`${document}Version`]]
    return url === null || version === null ? [] : [{ document, url, version }]
  })
