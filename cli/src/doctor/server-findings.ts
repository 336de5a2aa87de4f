import type { DatabaseStatus, Diagnosis, Health } from '@openauth/client'
import type { z } from 'zod'
import { timeText } from '../times.ts'
import { type Finding, notice, ok, problem } from './finding.ts'

type DatabaseAnswer = z.input<typeof DatabaseStatus>
type DiagnosisAnswer = z.input<typeof Diagnosis>

/** Milliseconds by which clocks may differ. */
const TOLERANCE = 5000
const DAY = 86_400_000

const answerFinding = ({ database }: Health): Finding =>
  database.error === null
    ? ok('database', `PostgreSQL ${database.version}, ${database.kind}, answers in ${database.latencyMs} ms`)
    : problem(
        'database',
        `It does not answer: ${database.error}`,
        'Nobody can log in',
        'Start it, or correct DATABASE_URL',
      )

const migrationFinding = ({ migrations: { applied, pending, unknown, unfinished } }: DatabaseAnswer): Finding => {
  if (unfinished.length > 0)
    return problem(
      'migrations',
      `${unfinished[0]} has not ended`,
      'Tables may be half changed',
      'Read what the server says at its start: npx prisma migrate resolve',
    )
  if (unknown.length > 0)
    return problem(
      'migrations',
      `${unknown.length} are of a newer release`,
      'This server does not know the tables that it uses',
      'Update this server',
    )
  return pending.length > 0
    ? problem(
        'migrations',
        `${pending.length} are not applied`,
        'Calls that need them fail',
        'Restart the server, which applies them',
      )
    : ok('migrations', `All ${applied} are applied`)
}

const connectionFindings = ({ database }: Health, { connections: { used, max } }: DatabaseAnswer): Finding[] => {
  const { waiting, max: pool } = database.connections
  const full = problem(
    'connections',
    `${used} of ${max} are in use`,
    'New ones will be refused',
    'Raise max_connections, lower OPENAUTH_DATABASE_POOL, or put a pooler in between',
  )
  const queued = notice(
    'connections',
    `${waiting} queries wait for one of ${pool}`,
    'Calls are slow',
    'Raise OPENAUTH_DATABASE_POOL',
  )
  return [...(used > max * 0.9 ? [full] : []), ...(waiting > 0 ? [queued] : [])]
}

/** Findings about the database: whether it answers, its migrations, connections and last backup. */
export const databaseFindings = (health: Health, status: DatabaseAnswer, isUtc: boolean): Finding[] => [
  answerFinding(health),
  migrationFinding(status),
  ...connectionFindings(health, status),
  backupFinding(status, isUtc),
]

const backupFinding = ({ lastBackupAt }: DatabaseAnswer, isUtc: boolean): Finding => {
  const remedy = 'openauth backup, by a timer; and openauth keys backup on the server'
  if (lastBackupAt === null)
    return notice(
      'backup',
      'The audit trail tells of none',
      'A lost disk loses all users and wallets',
      `${remedy}. Other backups, such as pg_dump, are not seen here`,
    )
  const days = Math.floor((Date.now() - lastBackupAt) / DAY)
  return days > 7
    ? notice('backup', `The last was ${days} days ago`, 'What came since would be lost', remedy)
    : ok('backup', `The last was at ${timeText(lastBackupAt, isUtc)}`)
}

const clockFindings = ({ at, databaseAt }: DiagnosisAnswer, between: { before: number; after: number }): Finding[] => {
  const findings: Finding[] = []
  const server = at
  const skew = server > between.after ? server - between.after : Math.min(0, server - between.before)
  const database = server - databaseAt
  if (Math.abs(database) > TOLERANCE)
    findings.push(
      problem(
        'clocks',
        `Server and database differ by ${Math.round(database / 1000)} s`,
        'Sessions, codes and energy end too early or too late',
        'Run NTP on both machines',
      ),
    )
  if (Math.abs(skew) > TOLERANCE)
    findings.push(
      problem(
        'clocks',
        `The server is ${Math.round(skew / 1000)} s off this machine`,
        'Codes and tokens of others are refused where it is wrong',
        'Run NTP on both machines',
      ),
    )
  return findings.length > 0 ? findings : [ok('clocks', 'Those of server, database and this machine agree')]
}

const GIGABYTE = 1e9

const diskFinding = ({ disk }: DiagnosisAnswer): Finding => {
  if (disk === null)
    return { check: 'disk', status: 'unknown', what: 'The system does not tell', why: null, remedy: null }
  const { freeBytes, totalBytes } = disk
  const what = `${(freeBytes / GIGABYTE).toFixed(1)} GB of ${(totalBytes / GIGABYTE).toFixed(1)} GB are free`
  const why = 'A full disk stops the database'
  if (freeBytes < GIGABYTE || freeBytes < totalBytes * 0.05)
    return problem('disk', what, why, 'Free space, or enlarge the disk of the data folder')
  return freeBytes < totalBytes * 0.1 ? notice('disk', what, why, 'Plan for a larger disk') : ok('disk', what)
}

const mailFinding = ({ mail, isProduction }: DiagnosisAnswer): Finding => {
  if (mail.ok && mail.remedy === null) return ok('mail', mail.message)
  const why = 'Codes and notices do not reach people'
  if (mail.code === 'no_mail_server')
    return (isProduction ? notice : problem)('mail', mail.message, why, mail.remedy ?? 'Set OPENAUTH_SMTP_URL')
  return (mail.ok ? notice : problem)('mail', mail.message, why, mail.remedy ?? 'Set OPENAUTH_SMTP_URL')
}

const redisFinding = ({ redis }: DiagnosisAnswer): Finding[] => {
  if (redis === null) return []
  return redis.error === null
    ? [ok('redis', `It answers in ${redis.latencyMs} ms`)]
    : [
        problem(
          'redis',
          `It does not answer: ${redis.error}`,
          'Each server counts attempts by itself, and boards wait',
          'Start it, or correct REDIS_URL',
        ),
      ]
}

/** Findings about what is around the server: clocks, disk, mail, Redis. */
export const diagnosisFindings = (
  diagnosis: DiagnosisAnswer,
  between: { before: number; after: number },
): Finding[] => [
  ...clockFindings(diagnosis, between),
  diskFinding(diagnosis),
  mailFinding(diagnosis),
  ...redisFinding(diagnosis),
]

/** Findings about the signer and the nodes. */
export const healthFindings = ({ signer, nodes }: Health): Finding[] => [
  signer.error === null
    ? ok('signer', `${signer.kind}, answers in ${signer.latencyMs} ms`)
    : problem(
        'signer',
        `It does not answer: ${signer.error}`,
        'No wallet can be made or sign',
        'Start it, or look at the key service: openauth keys status',
      ),
  ...nodes.map(({ network, host, error, latencyMs }) =>
    error === null
      ? ok(`node ${network}`, `${host} answers in ${latencyMs} ms`)
      : problem(
          `node ${network}`,
          `${host} does not answer: ${error}`,
          'Balances and sends of this network wait',
          'Name another node in its RPC setting, or off where you do not use it',
        ),
  ),
]
