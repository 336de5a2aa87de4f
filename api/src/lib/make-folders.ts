import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/**
 * Creates a folder and its missing parents, each with mode 0700, and resolves with the topmost new one. Replaces
 * `mkdir` with `recursive`, which never returns where a file system such as Linux's /proc answers ENOENT in an existing
 * folder (Node 20, 22 and 24).
 */
export const makeFolders = async (path: string): Promise<string | undefined> => {
  try {
    await mkdir(path, { mode: 0o700 })
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(path) !== path) {
      const first = await makeFolders(dirname(path))
      await mkdir(path, { mode: 0o700 })
      return first ?? path
    }
    if (await isFolder(path)) return undefined
    throw error
  }
}
