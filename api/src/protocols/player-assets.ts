import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Retention of a build's files after the last server that served it, in milliseconds. */
const KEPT_FOR = 30 * 86_400_000
/** Milliseconds. */
const A_DAY = 86_400_000

/** Only files: the bundler creates no subfolders. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name)

const statOf = (path: string) => stat(path).catch(() => undefined)

/**
 * Writes to a temporary name and renames, so that an interrupted copy is never served: names with a leading dot are
 * not.
 */
const copyWhole = async (from: string, to: string): Promise<void> => {
  const aside = join(dirname(to), `.${basename(to)}.${randomUUID()}`)
  try {
    await writeFile(aside, await readFile(from), { flush: true, mode: 0o600 })
    await rename(aside, to)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

/**
 * A file's time is that of the last server that had it. A different size means a damaged copy, because names change
 * with the content.
 */
const keep = async (from: string, to: string, now: Date): Promise<void> => {
  const [source, kept] = [await stat(from), await statOf(to)]
  if (kept?.size !== source.size) await copyWhole(from, to)
  await utimes(to, now, now)
}

/**
 * Copies a build's assets to a retention folder, and removes assets that no server has had for 30 days as well as old
 * incomplete copies. Some clients, such as Telegram Desktop, keep a page whose files a newer build has renamed
 * (https://github.com/telegramdesktop/tdesktop/issues/30127). Servers may share the folder. Ends early, between two
 * files, when the signal is aborted. Throws if the folder is missing or not writable.
 */
export const retainAssets = async (
  assets: string,
  kept: string,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> => {
  for (const name of await filesIn(assets)) {
    if (signal?.aborted) return
    await keep(join(assets, name), join(kept, name), now)
  }
  for (const name of await filesIn(kept)) {
    if (signal?.aborted) return
    const path = join(kept, name)
    const age = now.getTime() - ((await statOf(path))?.mtimeMs ?? now.getTime())
    if (age > KEPT_FOR) await rm(path, { force: true })
  }
}

/**
 * Retains assets now and once a day, so that a build counts as served while a server runs. Failures are logged as
 * warnings: the server still serves its own build. Returns a function that stops the timer and a running copy, after
 * the file that it is at.
 */
export const startAssetRetention = (
  assets: string,
  kept: string,
  log: { warn: (fields: object, message: string) => void },
): (() => Promise<void>) => {
  let round = Promise.resolve()
  const stopped = new AbortController()
  const turn = () => {
    round = retainAssets(assets, kept, { signal: stopped.signal }).catch((error: unknown) =>
      log.warn({ err: error }, `The player app's files are not kept in ${kept}: pages of this build end with it`),
    )
  }
  turn()
  const timer = setInterval(turn, A_DAY).unref()
  return async () => {
    clearInterval(timer)
    stopped.abort()
    await round
  }
}
