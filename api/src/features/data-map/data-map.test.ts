import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataMap, userTables } from './data-map.ts'
import { dataMapMarkdown } from './markdown.ts'

const root = join(import.meta.dirname, '../../../..')

/** The columns of each model of the schema; relations are none. */
const modelsOf = (schema: string): Map<string, string[]> => {
  const models = [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)]
  const names = new Set(models.map(([, name]) => name))
  const columns = (body: string) =>
    [...body.matchAll(/^ {2}(\w+) +(\w+)/gm)].flatMap(([, field, type]) => (names.has(type) ? [] : [field!]))
  return new Map(models.map(([, name, body]) => [name!, columns(body!).toSorted()]))
}

const schema = modelsOf(await readFile(join(root, 'prisma/schema.prisma'), 'utf8'))

test('each column of the schema has one class in the data map, and the map has no other', () => {
  const mapped = new Map(
    Object.entries(dataMap).map(([model, { fields }]) => [model, Object.values(fields).flat().toSorted()]),
  )
  expect(Object.fromEntries(mapped)).toEqual(Object.fromEntries(schema))
})

test('a new column without a class would be noticed', () => {
  const more = modelsOf(
    'model User {\n  id String @id\n  birthday DateTime?\n  app App @relation(fields: [appId])\n}\nmodel App {\n  id String\n}\n',
  )
  expect(more.get('User')).toEqual(['birthday', 'id'])
})

test('each table with the id of a user in a column of that name says what deletion does with its rows', () => {
  const named = [...schema].filter(([, columns]) => columns.includes('userId')).map(([model]) => model)
  expect(named.filter((model) => !userTables.some((table) => table.model === model))).toEqual([])
})

/** The part of the document that the map makes. */
const generated = /(<!-- data map -->\n)[\s\S]*(\n<!-- end of the data map -->)/

test('docs/privacy.md has the table of the data map; OPENAUTH_UPDATE_DOCS=1 writes it', async () => {
  const path = join(root, 'docs/privacy.md')
  const document = await readFile(path, 'utf8')
  const expected = document.replace(
    generated,
    (_, begin: string, end: string) => `${begin}\n${dataMapMarkdown()}\n${end}`,
  )
  if (process.env['OPENAUTH_UPDATE_DOCS']) await writeFile(path, expected)
  else expect(document).toBe(expected)
})
