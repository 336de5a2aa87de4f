import type { Context } from '../context.ts'
import type { Row } from '../fields.ts'
import { isPlain } from '../format.ts'
import { writeText } from '../output.ts'
import { printable } from '../printable.ts'
import type { ChosenApp } from '../session.ts'
import { timeText } from '../times.ts'
import { plainView } from '../view.ts'
import { differenceLines } from './difference-lines.ts'
import { type Difference, differencesOf, onlyOnServer, overlap } from './differences.ts'
import { type AppFile, parseAppFile } from './parse-file.ts'
import { contentNames } from './parts.ts'
import type { Wanted } from './plan.ts'
import type { RemoteApp } from './read-app.ts'
import { readAppFileText } from './read-text.ts'
import { readSeen } from './remembered.ts'
import { folderOf, type ResolvedSecrets, resolveSecrets, unnamedSecrets } from './resolve-secrets.ts'

/** The options of a comparison, as the command line has them. */
export interface CompareOptions {
  file?: string
  prune?: true
  base?: string
  keepSecrets?: true
  sendSecrets?: true
}

/** What a file and a server differ in. */
export interface Comparison {
  wanted: Wanted
  resolved: ResolvedSecrets
  /** Paths that the server has changed since the last pull or push, and that the file would change back. */
  conflicts: string[]
  /** When that was; undefined for that of a file. */
  seenAt: number | undefined
  /** Items that only the server has, and stored secrets that the file does not name. */
  unmanaged: string[]
}

/** Reads and parses a file. Throws a Failure with the place of each problem. */
export const readAppFile = async ({ environment }: Context, path: string): Promise<AppFile> =>
  parseAppFile(path === '-' ? 'Standard input' : path, await readAppFileText(environment, path))

/** The lists of the whole server that a file has. */
export const contentIn = (file: AppFile | undefined): string[] =>
  contentNames.filter((name) => file?.values[name] !== undefined)

/** What the server has changed since a file and a server were the same. */
const changedSince = (remote: Row, base: Row): Difference[] => differencesOf(remote, base, true)

const seenBefore = async (context: Context, app: ChosenApp | undefined, path: string, { base }: CompareOptions) => {
  if (base !== undefined) return { at: undefined, values: (await readAppFile(context, base)).values }
  return app && readSeen({ context, appId: app.id, path })
}

/** Compares a file with an app, which does not exist yet where it is undefined. */
export const compare = async (
  context: Context,
  { app, file, path, remote }: { app: ChosenApp | undefined; file: AppFile; path: string; remote: RemoteApp },
  options: CompareOptions,
): Promise<Comparison> => {
  const prunes = options.prune === true
  const values = differencesOf(remote.values, file.values, prunes)
  const { env } = context.environment
  const resolved = await resolveSecrets(
    { env, folder: folderOf(path) },
    { file, remote, differences: values },
    { keep: options.keepSecrets === true, send: options.sendSecrets === true },
  )
  const seen = await seenBefore(context, app, path, options)
  const since = seen ? changedSince(remote.values, seen.values) : []
  const conflicts = values.filter((difference) => since.some((other) => overlap(difference, other)))
  return {
    wanted: { file, remote, differences: [...values, ...resolved.differences], secrets: resolved.values },
    resolved,
    conflicts: conflicts.map(({ path: changed }) => changed.join('.')),
    seenAt: seen?.at,
    unmanaged: [...(prunes ? [] : onlyOnServer(remote.values, file.values)), ...unnamedSecrets(file, remote)],
  }
}

/** The comparison as `--json` has it, without values of secrets. */
export const comparisonData = (app: ChosenApp | undefined, { wanted, resolved, ...more }: Comparison) => ({
  app: app ?? null,
  differences: wanted.differences.map(({ path, kind, before, after }) => ({
    path: path.join('.'),
    kind,
    before: before ?? null,
    after: after ?? null,
  })),
  conflicts: more.conflicts,
  unmanaged: more.unmanaged,
  uncompared: [...resolved.unknown, ...resolved.missing],
})

/** Prints the differences on standard output: as lines, or in the format of the command line. */
export const printDifferences = async (
  context: Context,
  app: ChosenApp | undefined,
  comparison: Comparison,
): Promise<void> => {
  const { out, environment, isDocument } = context
  const data = comparisonData(app, comparison)
  if (!isPlain(out.format)) return out.data(isDocument ? data : data.differences, plainView)
  const lines = comparison.wanted.differences.flatMap(differenceLines)
  await writeText(environment.stdout, lines.map((line) => `${printable(line)}\n`).join(''))
}

/** Tells what is no difference, and deserves a look. */
export const tellNotes = ({ out }: Context, { resolved, conflicts, seenAt, unmanaged }: Comparison): void => {
  if (unmanaged.length > 0) out.note(`Not in the file, and left as it is on the server: ${unmanaged.join(', ')}`)
  if (resolved.unknown.length > 0)
    out.note(`Stored, and not compared: ${resolved.unknown.join(', ')}. --send-secrets sends it`)
  if (conflicts.length > 0)
    out.warn(
      `Changed on the server since ${seenAt === undefined ? 'the base' : timeText(seenAt, out.format.utc)}: ${conflicts.join(', ')}`,
    )
}
