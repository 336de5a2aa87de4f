import type { AttentionItem, DatabaseStatus, Diagnosis, Health } from '@openauth/client'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { attentionFindings } from '../doctor/attention-findings.ts'
import { type Finding, type FindingStatus, notice, ok, unknown } from '../doctor/finding.ts'
import { providerFindings } from '../doctor/provider-findings.ts'
import { databaseFindings, diagnosisFindings, healthFindings } from '../doctor/server-findings.ts'
import { wayFindings } from '../doctor/way-findings.ts'
import { exitCodes, Failure } from '../failure.ts'
import { printable } from '../printable.ts'
import { stylesFor } from '../styles.ts'
import type { RunTask } from '../task.ts'
import { plainView } from '../view.ts'
import { version } from '../version.ts'

/** What a check found; where it cannot run, that. Whoever is not signed in is told so at once. */
const guarded = async (check: string, run: () => Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Failure && error.exitCode === exitCodes.notSignedIn) throw error
    return [
      unknown(
        check,
        (error as Error).message,
        'What it would have found is not known',
        'openauth health show, and the log of the server',
      ),
    ]
  }
}

const versionFinding = ({ version: server }: Health): Finding =>
  server === version
    ? ok('version', `Server and CLI are ${version}`)
    : notice(
        'version',
        `The server is ${server}, this CLI ${version}`,
        'Commands may not fit its calls',
        'Use the CLI of the same version',
      )

const serverFindings = async (context: Context): Promise<Finding[]> => {
  const health = (await context.call('health', 'show')) as Health
  const database = (await context.call('database', 'status')) as z.input<typeof DatabaseStatus>
  const { utc } = context.out.format
  return [versionFinding(health), ...databaseFindings(health, database, utc), ...healthFindings(health)]
}

const aroundFindings = async (context: Context): Promise<Finding[]> => {
  const before = Date.now()
  const diagnosis = (await context.call('health', 'diagnose')) as z.input<typeof Diagnosis>
  const between = { before, after: Date.now() }
  return [...diagnosisFindings(diagnosis, between), ...(await wayFindings(context, diagnosis))]
}

const keyFindings = async (context: Context): Promise<Finding[]> => {
  const { keks, current } = (await context.call('keys', 'status')) as {
    current: string
    keks: { id: string; rows: number; opens: boolean }[]
  }
  const closed = keks.filter(({ opens, rows }) => !opens && rows > 0)
  return closed.length > 0 ? [] : [ok('keys', `${current} is current; every key that data are sealed with opens`)]
}

const marks: Record<FindingStatus, string> = { ok: '✓', notice: '!', problem: '✗', unknown: '?' }

const show = ({ environment, out }: Context, findings: Finding[]): void => {
  if (out.format.kind !== 'text') return out.data(findings, plainView)
  const { stdout, env } = environment
  const { bold, red, yellow, dim } = stylesFor(stdout, env)
  const color = { ok: dim, notice: yellow, problem: red, unknown: yellow }
  for (const { check, status, what, why, remedy } of findings) {
    stdout.write(`${color[status](marks[status])} ${bold(printable(check))}: ${printable(what)}\n`)
    if (why !== null) stdout.write(`    ${printable(why)}.\n`)
    if (remedy !== null) stdout.write(`    ${printable(remedy)}\n`)
  }
}

/** Looks for problems of the server and of the way to it. */
export const doctor: RunTask = async (context, { options }) => {
  const attention = async () => attentionFindings((await context.call('attention', 'list')) as AttentionItem[])
  const findings = [
    ...(await guarded('server', () => serverFindings(context))),
    ...(await guarded('surroundings', () => aroundFindings(context))),
    ...(await guarded('keys', () => keyFindings(context))),
    ...(await guarded('attention', attention)),
    ...(options['skipProviders'] === true ? [] : await guarded('login providers', () => providerFindings(context))),
  ]
  show(context, findings)
  const count = (status: FindingStatus) => findings.filter((each) => each.status === status).length
  if (count('problem') > 0) throw new Failure(exitCodes.failed, `${count('problem')} problems`)
  if (count('unknown') > 0) throw new Failure(exitCodes.wrongUse, `${count('unknown')} checks could not be made`)
}
