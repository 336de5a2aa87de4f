import type { Settings } from './env.ts'
import { SettingsError } from './parse-environment.ts'

/** Node's and PostgreSQL's codes. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const remedyOf = (code: string, { host, username, pathname }: URL): string | undefined => {
  const database = decodeURIComponent(pathname.slice(1)) || username
  if (
    ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'].includes(code)
  )
    return `No database answers at ${host} (${code}). Start it, or correct DATABASE_URL; without DATABASE_URL the server starts its own.`
  if (code === '3D000')
    return `There is no database ${database} at ${host}. Create it (CREATE DATABASE "${database}"), or correct DATABASE_URL.`
  if (code === '28P01' || code === '28000')
    return `The database at ${host} refuses the user ${username} (${code}). Correct user name and password in DATABASE_URL.`
  if (code === '42501')
    return `The user ${username} may not create tables in the database ${database} at ${host}. Make it the owner of the database.`
  return undefined
}

const codeOf = (error: unknown): string =>
  // A name with several addresses fails with one error per address.
  String((error as { code?: unknown }).code ?? (error as AggregateError).errors?.[0]?.code ?? '')

/**
 * Runs `work`, which needs the database. Throws SettingsError with one line if the database of DATABASE_URL is
 * unusable.
 */
export const reaching = async <T>(settings: Pick<Settings, 'databaseUrl'>, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    const remedy = settings.databaseUrl && remedyOf(codeOf(cause), new URL(settings.databaseUrl))
    if (!remedy) throw cause
    throw new SettingsError(remedy, { cause })
  }
}
