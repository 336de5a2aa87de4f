import { defaultGameRules } from '@openauth/client'
import { expect, test } from 'vitest'
import { type MessageId, t } from '../../../i18n/i18n.ts'
import { leagueName } from './league-name.ts'

/** Shows which message is asked for. */
const idOf = (name: string) => leagueName(name, (id: MessageId) => `message ${id}`)

test('the names of the built-in rules are translated, and are the English ones in English', () => {
  const { leagues } = defaultGameRules
  expect(leagues.map(({ name }) => idOf(name))).toEqual(leagues.map(({ id }) => `message league.${id}`))
  expect(leagues.map(({ name }) => leagueName(name, t))).toEqual(leagues.map(({ name }) => name))
})

test.each(['Rookies', 'bronze', 'Bronze II', 'constructor', ''])('%j of an operator stays as it is', (name) =>
  expect(idOf(name)).toBe(name),
)
