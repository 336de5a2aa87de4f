import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { documents as allDocuments } from '../../api/test/documents/markdown.ts'
import { emptyFolder, hasOwnNetwork, inOwnNetwork, installedClone, type Part, runToEnd } from './part-context.ts'
import { nothingLeft } from './program.ts'

const program = fileURLToPath(new URL('read-document.ts', import.meta.url))

/** The commands of every document as they stand, with `npm run dev` and its chains, on the documents' own ports. */
export const documents: Part = async (context) => {
  const folder = installedClone(context, 'documents')
  if (!hasOwnNetwork) console.log('        unshare -n is not allowed: the documents run on the ports of this machine')
  for (const document of ['README.md', 'docs/player.md', 'CONTRIBUTING.md']) {
    if (!allDocuments().includes(document)) throw new Error(`There is no ${document}`)
    await context.attempt(document, async () => {
      for (const data of ['data', 'data-dev']) rmSync(join(folder, data), { recursive: true, force: true })
      const home = join(emptyFolder(context, 'home'), 'reader')
      mkdirSync(home)
      const command = [process.execPath, ...process.execArgv, program, document, folder, home]
      await runToEnd(hasOwnNetwork ? inOwnNetwork(command) : command, { folder, environment: { PORT: undefined } })
      await nothingLeft(folder)
    })
  }
}
