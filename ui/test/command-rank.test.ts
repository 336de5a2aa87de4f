import { expect, it } from 'vitest'
import type { PaletteGroup } from '../src/command-palette.tsx'
import { rankCommands } from '../src/command-rank.ts'

const command = (title: string, keywords: readonly string[] = []) => ({ id: title, title, keywords, onRun: () => {} })
const groups: PaletteGroup[] = [
  { title: 'Screens', commands: [command('Content', ['dapps', 'games', 'game', 'center']), command('Users')] },
  { title: 'Apps', commands: [command('Center Stage'), command('应用商店')] },
]
const users: PaletteGroup = { title: 'Users', commands: [command('Grace Hopper')], isFound: true }
const found = (typed: string, of = groups): string[] =>
  rankCommands(of, typed).flatMap(({ commands }) => commands.map(({ title }) => title))

it('does not find a command by letters scattered over its hidden words', () => {
  expect(found('grace')).toEqual([])
  expect(found('grace', [...groups, users])).toEqual(['Grace Hopper'])
})

it('puts names and what the server found before hidden words', () => {
  expect(found('center')).toEqual(['Center Stage', 'Content'])
  expect(found('game', [...groups, users])).toEqual(['Grace Hopper', 'Content'])
  expect(found('USERS', [...groups, users])).toEqual(['Users', 'Grace Hopper'])
})

it('finds words in any order, inside Chinese names too, and everything when nothing is typed', () => {
  expect(found('stage cen')).toEqual(['Center Stage'])
  expect(found('商店')).toEqual(['应用商店'])
  expect(found(' ')).toHaveLength(4)
  expect(found('-')).toEqual([])
})
