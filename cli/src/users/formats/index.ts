import { wrongUse } from '../../failure.ts'
import type { FileRecord } from '../file-record.ts'
import { auth0 } from './auth0.ts'
import { clerk } from './clerk.ts'
import { cognito } from './cognito.ts'
import { firebase } from './firebase.ts'
import { type Fields, fieldsOf, type Format } from './format.ts'
import { keycloak } from './keycloak.ts'
import { csv, openauth } from './openauth.ts'
import { supabase } from './supabase.ts'

/** In the order in which they are tried: this platform's own last, since others have fields of its names. */
const formats: readonly Format[] = [firebase, clerk, supabase, keycloak, cognito, auth0, csv, openauth]

/** The format of a name, or for `auto` of a file's first record. Throws wrong use where it is none. */
export const formatOf = (name: string, { value, isCsv }: Pick<FileRecord, 'value' | 'isCsv'>): Format => {
  const record: Fields = fieldsOf(value)
  const named = formats.find((format) => format.name === name)
  const found =
    named ??
    (name === 'auto' ? formats.find((format) => format.fits(record) && format !== (isCsv ? openauth : csv)) : undefined)
  if (found) return found
  const names = formats.map((format) => format.name).join(', ')
  throw wrongUse(
    name === 'auto'
      ? `The format of the file is not recognized. Give it with --format: ${names}`
      : `--format is one of auto, ${names}`,
  )
}
