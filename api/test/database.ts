import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/lib/embedded-postgres/index.ts'
import { applyMigrations } from '../src/lib/migrations.ts'
import { root } from '../src/paths.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server whose user may create databases, and a migrated database to copy. */
    store: { serverUrl: string; template: string; redisUrl: string | undefined }
  }
}

const run = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

export const databaseUrl = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.toString()
}

const startOwn = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openauth-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  const stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: postgres.url, stop }
}

/** Once a project: a PostgreSQL, embedded or the machine's, with a migrated template that each test file copies. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const { OPENAUTH_TEST_POSTGRES: given, OPENAUTH_TEST_REDIS: redisUrl } = project.config.env
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startOwn()
  const template = `openauth_test_${randomBytes(6).toString('hex')}`
  await run(url, `CREATE DATABASE ${template}`)
  await applyMigrations({
    connectionString: databaseUrl(url, template),
    directory: join(root, 'prisma', 'migrations'),
  })
  project.provide('store', { serverUrl: url, template, redisUrl })
  return async () => {
    await run(url, `DROP DATABASE ${template} WITH (FORCE)`)
    await stop()
  }
}
