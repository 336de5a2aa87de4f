import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's root: the nearest parent folder that contains prisma/, when running from source and from dist. */
export const root: string = (() => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'prisma', 'schema.prisma'))) {
    if (dirname(folder) === folder) throw new Error('prisma/schema.prisma is missing beside the server')
    folder = dirname(folder)
  }
  return folder
})()

/** The migrations of this release. */
export const migrationsFolder: string = join(root, 'prisma', 'migrations')
