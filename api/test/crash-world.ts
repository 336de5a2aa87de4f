import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, fetchTransport } from '@openauth/client'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { adminCredentials, testDatabase } from '../src/testing.ts'
import { endProcess, startProcess } from './server-process.ts'

/** A server as a process of its own with an app, which the test kills and starts again on the same database. Both end with the test. */
export const createCrashWorld = async (environment: Record<string, string> = {}) => {
  const [database, folder] = [await testDatabase(), await mkdtemp(join(tmpdir(), 'openauth-crash-'))]
  const start = () =>
    startProcess({
      OPENAUTH_DATA_DIR: join(folder, 'data'),
      OPENAUTH_RATE_LIMIT_SCALE: '0',
      DATABASE_URL: database.url,
      ...environment,
    })
  let server = await start()
  const rows = new pg.Client({ connectionString: database.url })
  onTestFinished(async () => {
    await rows.end()
    await endProcess(server)
    await rm(folder, { recursive: true })
  })
  await rows.connect()
  const clientOf = (token?: string) => createClient(fetchTransport({ baseUrl: server.url, token: () => token }))
  await clientOf().setup.create(adminCredentials)
  const { token } = await clientOf().setup.login(adminCredentials)
  const { id: appId } = await clientOf(token).apps.create({ name: 'Crash' })
  return {
    appId,
    /** The address of the server that runs now, and clients of it: with a token, without one, and the administrator's. */
    url: () => server.url,
    as: clientOf,
    guest: () => clientOf(),
    admin: () => clientOf(token),
    kill: () => endProcess(server, 'SIGKILL'),
    restart: async () => {
      server = await start()
    },
    rows: async <Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> =>
      (await rows.query<Row>(statement)).rows,
    /** The only row of a statement. */
    one: async <Row extends pg.QueryResultRow>(statement: string): Promise<Row> =>
      (await rows.query<Row>(statement)).rows[0]!,
  }
}
