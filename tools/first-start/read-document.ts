// Runs the commands of one document: `read-document.ts README.md CLONE HOME`. Prints what does not work, and ends with 1.
import { readDocument, shellBlocks } from '../../api/test/documents/markdown.ts'
import { blocksBefore, readAlong } from '../../api/test/documents/read-along.ts'

const [document = '', folder = '', home = ''] = process.argv.slice(2)
const environment = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home }
const blocks = [...blocksBefore(document), ...shellBlocks(document, readDocument(document))]
const problems = await readAlong(blocks, { world: { folder, environment } })
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
