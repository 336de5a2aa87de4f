import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeProgram } from '../reference/describe.ts'
import { documents, placeOf } from '../reference/write.ts'

const made = await documents()

test.each(Object.keys(made))('%s is what npm run reference makes of the commands', (path) =>
  expect(readFileSync(placeOf(path), 'utf8')).toBe(made[path]),
)

test('every command is described, with its options and its further help', async () => {
  const { sections } = await describeProgram()
  const all = sections.flatMap(({ groups }) => groups.flatMap(({ commands, ...group }) => [group, ...commands]))
  const named = Object.fromEntries(all.map((command) => [command.name, command]))
  expect(all.length).toBeGreaterThan(150)
  expect(named['openauth apps secrets create']).toBeDefined()
  expect(named['openauth login']!.options.map(({ flags }) => flags)).toContain('--web')
  expect(named['openauth login']!.more).toContain('OPENAUTH_PASSWORD')
  expect(all.filter(({ text }) => text === '')).toEqual([])
})

test('no text of a command is a request of troff, or an open escape', () => {
  const page = made['../man/openauth.1']!
  const requests = new Set(page.split('\n').flatMap((line) => /^[.'](\S*)/.exec(line)?.[1] ?? []))
  expect([...requests].toSorted()).toEqual(['B', 'I', 'PP', 'RE', 'RS', 'SH', 'SS', 'TH', 'TP', '\\"', 'fi', 'nf'])
  expect(page.replaceAll(/\\(["e&-]|\((aq|ga|ha|ti|dq))/g, '')).not.toContain('\\')
})
