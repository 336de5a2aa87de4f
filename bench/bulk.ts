// How fast users are imported and exported by the CLI: `npm run bench -- bulk`.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient, fetchTransport } from '@openauth/client'
import { startEmbeddedPostgres } from '@openauth/embedded-postgres'
import pg from 'pg'
import { createFixtures } from './fixtures.ts'
import { processorTime, startServer } from './pinned-process.ts'

const imported = Number(process.env.BENCH_IMPORTED ?? 4000)
const exported = Number(process.env.BENCH_USERS ?? 1_000_000)
const cli = fileURLToPath(new URL('../cli/bin/openauth.js', import.meta.url))

/** Processor time of a process and of those that it starts: a server and its signer, PostgreSQL and its sessions. Microseconds. */
const timeOfAll = (pid: number): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]) === pid
      } catch {
        return false
      }
    })
    .reduce((sum, name) => sum + processorTime(Number(name)), processorTime(pid, { withEnded: true }))

interface Finished {
  seconds: number
  /** Peak resident memory of the program. Megabytes. */
  memory: number
  /** Processor time of the program. Microseconds, up to a tenth of a second before its end. */
  time: number
  stderr: string
}

const peakOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Runs the built CLI, and looks at its memory ten times a second. */
const runCli = async (argv: string[], env: Record<string, string>): Promise<Finished> => {
  const started = performance.now()
  const child = spawn(process.execPath, [cli, ...argv], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let memory = 0
  let time = 0
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const watch = setInterval(() => {
    if (child.exitCode === null) time = processorTime(child.pid!)
    void peakOf(child.pid!).then((peak) => (memory = Math.max(memory, peak)))
  }, 100)
  const [code] = (await once(child, 'exit')) as [number]
  clearInterval(watch)
  if (code !== 0) throw new Error(`openauth ${argv.join(' ')} ended with ${code}: ${stderr}`)
  return { seconds: (performance.now() - started) / 1000, memory: Math.round(memory), time, stderr }
}

/** Users without wallets, which an export does not read: half with one account and half with two. */
const seedExported = async (client: pg.Client, appId: string): Promise<void> => {
  await client.query(
    `INSERT INTO "User" (id, "appId", "referCode", "displayName", "createdAt", "lastSeenAt")
     SELECT gen_random_uuid(), $1, lpad(n::text, 8, '0'), 'User ' || n, now() - n * interval '1 second', now()
     FROM generate_series(1, $2::int) n`,
    [appId, exported],
  )
  await client.query(
    `INSERT INTO "Identity" ("appId", provider, subject, display, "userId")
     SELECT $1, provider, "referCode" || '@example.com', "referCode" || '@example.com', id
     FROM "User", unnest(ARRAY['email', 'username']) provider
     WHERE "appId" = $1 AND (provider = 'email' OR right("referCode", 1) IN ('0', '2', '4', '6', '8'))`,
    [appId],
  )
  await client.query('VACUUM ANALYZE "User"')
  await client.query('VACUUM ANALYZE "Identity"')
}

const rawQuery = {
  name: 'raw',
  text: `
    SELECT u.id, u."externalId", u."displayName", u.avatar, u."referCode", u."disabledAt", u."createdAt", u."lastSeenAt",
      (SELECT json_agg(json_build_object('provider', i.provider, 'subject', i.subject, 'display', i.display)) FROM "Identity" i WHERE i."userId" = u.id) AS identities
    FROM "User" u WHERE u."appId" = $1 AND u."deletedAt" IS NULL AND (u."createdAt", u.id) > ($2, $3)
    ORDER BY u."createdAt", u.id LIMIT 1000`,
}

/** The same pages by a bare statement through pg, one after another. Seconds. */
const readRaw = async (client: pg.Client, appId: string): Promise<number> => {
  const started = performance.now()
  let last = { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { rows } = await client.query<typeof last>({ ...rawQuery, values: [appId, last.createdAt, last.id] })
    if (rows.length === 0) return (performance.now() - started) / 1000
    last = rows.at(-1)!
  }
}

type Print = (line: string) => void
interface World {
  env: Record<string, string>
  folder: string
  appId: string
  client: pg.Client
  print: Print
  /** Processor time so far of server and signer, and of PostgreSQL. Microseconds. */
  spent: () => [server: number, database: number]
}

const measureExport = async ({ env, folder, appId, client, print }: World): Promise<void> => {
  await seedExported(client, appId)
  await readRaw(client, appId)
  const raw = await readRaw(client, appId)
  for (const format of ['ndjson', 'csv', 'json']) {
    const { seconds, memory } = await runCli(
      ['users', 'export', '--app', appId, '--out', join(folder, `users.${format}`)],
      env,
    )
    const rate = Math.round(exported / seconds)
    const figures = `${rate} users/s, raw pages ${Math.round(exported / raw)}, ratio ${(raw / seconds).toFixed(2)} (aim ≥ 0.5)`
    print(`export of ${exported} users as ${format}: ${figures}, ${memory} MB (aim ≤ 200)`)
  }
}

const measureImport = async ({ env, folder, appId, print, spent }: World, cores: string): Promise<void> => {
  const file = join(folder, `import-${cores}.ndjson`)
  const series = cores.replace(',', 'and')
  const line = (index: number) => {
    const email = `import-${series}-${index}@example.com`
    const identities = [
      { provider: 'email', subject: email },
      { provider: 'username', subject: email },
    ]
    return JSON.stringify({ externalId: `${series}-${index}`, identities, passwordHash: `$2b$10$${'a'.repeat(53)}` })
  }
  await writeFile(file, Array.from({ length: imported }, (_, index) => line(index)).join('\n'))
  for (const run of ['new', 'existing', 'existing, dry run']) {
    const more = run.endsWith('dry run') ? ['--dry-run'] : []
    const before = spent()
    const { seconds, memory, time } = await runCli(['users', 'import', file, '--app', appId, ...more], env)
    const [server, database] = spent().map((now, index) => (now - before[index]!) / imported) as [number, number]
    const cost = `µs each: server and signer ${server.toFixed()}, database ${database.toFixed()}, CLI ${(time / imported).toFixed()}`
    const rate = `${Math.round(imported / seconds)} users/s, ${Math.round(1e6 / (server + database))} a second of processor time`
    print(`import of ${imported} users, ${run}, server on ${cores}: ${rate} (${cost}), CLI ${memory} MB`)
  }
}

/** Imports and exports with the built CLI, against servers with the embedded database. */
export const measureBulk = async (print: Print): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'openauth-bench-bulk-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  const client = new pg.Client({ connectionString: postgres.url })
  // Its first line: https://www.postgresql.org/docs/18/storage-file-layout.html
  const postgresPid = Number.parseInt(await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8'))
  try {
    for (const cores of ['0', '0,1']) {
      const server = await startServer({ DATABASE_URL: postgres.url, OPENAUTH_DATA_DIR: folder }, cores)
      try {
        const { adminToken, appId } = await createFixtures(server.url)
        const env = { OPENAUTH_ENDPOINT: server.url, OPENAUTH_TOKEN: adminToken, XDG_CONFIG_HOME: folder }
        const spent = (): [number, number] => [timeOfAll(server.pid), timeOfAll(postgresPid)]
        const world = { env, folder, appId, client, print, spent }
        await measureImport(world, cores)
        if (cores === '0') continue
        await client.connect()
        const admin = createClient(fetchTransport({ baseUrl: server.url, token: () => adminToken }))
        const { id } = await admin.apps.create({ name: 'Exported' })
        await measureExport({ ...world, appId: id })
      } finally {
        await server.stop()
      }
    }
  } finally {
    await client.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
