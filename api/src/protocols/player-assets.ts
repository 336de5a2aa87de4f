import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** How long the files of a build are kept after the last server that had it. Milliseconds. */
const KEPT_FOR = 30 * 86_400_000
/** Milliseconds. */
const A_DAY = 86_400_000

/** Files alone: the bundler's have no folders. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name)

const statOf = (path: string) => stat(path).catch(() => undefined)

/**
 * Written aside and renamed, so that whoever dies in its middle leaves nothing under a name that is served: those with a dot
 * at their beginning are not.
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

/** A file's time says when a server last had it. One whose size differs was damaged: names change with the content. */
const keep = async (from: string, to: string, now: Date): Promise<void> => {
  const [source, kept] = [await stat(from), await statOf(to)]
  if (kept?.size !== source.size) await copyWhole(from, to)
  await utimes(to, now, now)
}

/**
 * Copies a build's assets to where they outlive it, and removes those that no server has had for 30 days, with what copies
 * broke off long ago. Clients hold on to a page whose files a newer build has under other names, such as Telegram Desktop
 * (https://github.com/telegramdesktop/tdesktop/issues/30127). Servers may share the folder. Throws where that is missing or cannot be written.
 */
export const retainAssets = async (assets: string, kept: string, now = new Date()): Promise<void> => {
  for (const name of await filesIn(assets)) await keep(join(assets, name), join(kept, name), now)
  for (const name of await filesIn(kept)) {
    const path = join(kept, name)
    const age = now.getTime() - ((await statOf(path))?.mtimeMs ?? now.getTime())
    if (age > KEPT_FOR) await rm(path, { force: true })
  }
}

/**
 * The same now and once a day, so that a build counts as had while a server runs. What goes wrong is warned of: the server
 * serves its own build all the same. The answer stops it, and waits for what is under way.
 */
export const startAssetRetention = (
  assets: string,
  kept: string,
  log: { warn: (fields: object, message: string) => void },
): (() => Promise<void>) => {
  let round = Promise.resolve()
  const turn = () => {
    round = retainAssets(assets, kept).catch((error: unknown) =>
      log.warn({ err: error }, `The player app's files are not kept in ${kept}: pages of this build end with it`),
    )
  }
  turn()
  const timer = setInterval(turn, A_DAY).unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}
