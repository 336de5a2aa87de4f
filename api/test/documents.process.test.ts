import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../src/paths.ts'
import { freePort, testDatabase } from '../src/testing.ts'
import { copySources } from './documents/copy-sources.ts'
import { type Block, type Command, documents, readDocument, shellBlocks } from './documents/markdown.ts'
import { afterFirstSteps, blocksBefore, openReader, readAlong, type Reader } from './documents/read-along.ts'

// Runs what the documents tell their readers to run: the commands of the fenced blocks, in their order, in one shell a
// document, against a server that `npm start` started, the same for the documents that go on from README.md. What takes long or changes the checkout (npm test, npm run bench,
// npx vitest …) is looked up instead: its script, its options, its files. What needs `npm run dev` runs in
// `npm run first-start -- documents`, since that world costs as much as all the rest. There npx is npm's own, too.

let place: string
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'openauth-documents-'))
  // npm's own takes four times as long to find a program that is installed.
  await writeFile(join(place, 'npx'), `#!/bin/sh\nname=$1; shift; exec "${root}/node_modules/.bin/$name" "$@"\n`)
  await chmod(join(place, 'npx'), 0o755)
})
afterAll(() => rm(place, { recursive: true, force: true }))

/** A home, a data folder, a database and a port of the document's own. */
const worldOf = async (document: string) => {
  const home = join(place, document.replaceAll('/', '-'))
  await mkdir(home)
  const port = String(await freePort())
  const environment = {
    PATH: [place, process.env['PATH']].join(delimiter),
    HOME: home,
    XDG_CONFIG_HOME: home,
    PORT: port,
    OPENAUTH_ENDPOINT: `http://127.0.0.1:${port}`,
    OPENAUTH_DATA_DIR: join(home, 'data'),
    DATABASE_URL: (await testDatabase()).url,
  }
  return { folder: root, environment }
}

/** Without the world of `npm run dev`, and what a document does in it. */
const withoutDev = (blocks: Block[]): Block[] => {
  const isDev = (command: Command | undefined) => command?.text === 'npm run dev'
  const dev = blocks.findIndex(({ commands }) => commands.length === 1 && isDev(commands[0]))
  const before = dev < 0 ? blocks : blocks.slice(0, dev)
  return before.map((block) => ({ ...block, commands: block.commands.filter((command) => !isDev(command)) }))
}

const blocksOf = (document: string) => shellBlocks(document, readDocument(document))

const readerOf = async (document: string, folder = root): Promise<Reader> => {
  const world = await worldOf(document)
  const adapt = (text: string) =>
    text.replaceAll(/(localhost|127\.0\.0\.1):5566/g, `127.0.0.1:${world.environment.PORT}`)
  return { world: { ...world, folder }, adapt }
}

const read = async (document: string, folder = root): Promise<string[]> =>
  readAlong(withoutDev(blocksOf(document)), await readerOf(document, folder))

/** Documents whose commands run in this checkout, with data of their own. */
const fromTheBeginning = ['README.md', 'bench/README.md', 'docs/console.md', 'docs/from-nothing.md', 'soak/README.md']

/** Documents whose commands another test runs, with programs in other languages. */
const ranElsewhere: Record<string, string> = { 'docs/verify-a-token.md': 'api/test/verify-a-token.process.test.ts' }

describe('L7: the commands of the documents work as they are written', () => {
  test('the documents that have commands are known', () => {
    const here = ['CONTRIBUTING.md', ...fromTheBeginning, ...afterFirstSteps]
    const names = [...here, ...Object.keys(ranElsewhere)].toSorted()
    expect(documents().filter((document) => blocksOf(document).length > 0)).toEqual(names)
  })

  test('blocks that nobody can run here are few, and say why', () => {
    const marked = documents()
      .flatMap(blocksOf)
      .filter(({ noRun }) => noRun !== undefined)
    expect(marked.map(({ place, noRun }) => `${place} ${noRun}`)).toEqual([])
  })

  test.each(fromTheBeginning)('%s', async (document) => {
    expect(await read(document)).toEqual([])
  })

  describe('after the first steps of README.md', () => {
    let reader: ReturnType<typeof openReader>
    beforeAll(async () => {
      reader = openReader(await readerOf(afterFirstSteps[0]!))
    })
    afterAll(() => reader.close())

    test('which work', async () => expect(await reader.read(blocksBefore(afterFirstSteps[0]!))).toEqual([]), 180_000)

    test.each(afterFirstSteps)(
      '%s',
      async (document) => {
        expect(await reader.read(withoutDev(blocksOf(document)))).toEqual([])
      },
      180_000,
    )
  })

  test('CONTRIBUTING.md, where a migration is made of a change of the schema', async () => {
    const folder = join(place, 'checkout')
    copySources(folder)
    const migrations = join(folder, 'prisma/migrations')
    await appendFile(join(folder, 'prisma/schema.prisma'), '\nmodel Novelty {\n  id Int @id\n}\n')
    const before = await readdir(migrations)
    expect(await read('CONTRIBUTING.md', folder)).toEqual([])
    const made = (await readdir(migrations)).filter((name) => !before.includes(name))
    expect(made).toEqual([expect.stringMatching(/^\d{14}_what_changes$/)])
    const sql = await readFile(join(migrations, made[0]!, 'migration.sql'), 'utf8')
    expect(sql.match(/CREATE TABLE .*/g)).toEqual(['CREATE TABLE "Novelty" ('])
  })

  test.each(Object.entries(ranElsewhere))('%s is run by %s', async (document, file) => {
    expect(await readFile(join(root, file), 'utf8')).toContain(document)
    expect(blocksOf(document)).toHaveLength(1)
  })
})
