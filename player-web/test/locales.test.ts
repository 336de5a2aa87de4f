import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { builtInTextIds } from '@openauth/client'
import { lacksPluralForm, placeholdersOf } from '../../client/test/messages.ts'
import { loadPolicy } from '../src/features/privacy/policy.ts'
import type { Policy } from '../src/features/privacy/texts/policy.ts'
import { type Locale, locales } from '../src/i18n/locales.ts'

const src = fileURLToPath(new URL('../src', import.meta.url))

/** A file of messages by their ids. The texts are read here as translators write them. */
const messagesOf = (locale: Locale): Record<string, string> =>
  JSON.parse(readFileSync(join(src, `i18n/locales/${locale}.json`), 'utf8')) as Record<string, string>

const english = messagesOf('en')
const ids = Object.keys(english)
const all = Object.keys(locales) as Locale[]
const translations = all.filter((locale) => locale !== 'en')

/** Names and numbers, which no language writes otherwise. */
const untranslated = new Set([
  'wallet.amount',
  'wallet.worth',
  'send.amountExample',
  'receive.solana',
  'receive.ethereum',
  'receive.polkadot',
])

test('every language has a file of messages', () => {
  const files = readdirSync(join(src, 'i18n/locales'))
  expect(files.toSorted()).toEqual(all.map((locale) => `${locale}.json`).toSorted())
})

const compiles = (text: string): boolean => {
  try {
    compileMessageOrThrow(text)
    return true
  } catch {
    return false
  }
}

describe.each(all)('%s', (locale) => {
  const messages = messagesOf(locale)
  const entries = Object.entries(messages)

  test('has the ids of English, in its order', () => {
    expect(Object.keys(messages)).toEqual(ids)
  })

  test('every message can be compiled', () => {
    expect(entries.filter(([, text]) => !compiles(text))).toEqual([])
  })

  test('no message is empty or has whitespace around it', () => {
    expect(entries.filter(([, text]) => text === '' || text !== text.trim())).toEqual([])
  })

  test('no straight apostrophe quotes a placeholder, as it does in ICU’s syntax', () => {
    expect(entries.filter(([, text]) => /'[{}#|]|''/.test(text))).toEqual([])
  })

  test('plurals have the categories of the language', () => {
    expect(entries.filter(([, text]) => lacksPluralForm(locale, text))).toEqual([])
  })
})

describe.each(translations)('%s, beside English', (locale) => {
  const messages = messagesOf(locale)

  test('has the same placeholders', () => {
    const places = (from: Record<string, string>) => ids.map((id) => [id, ...placeholdersOf(from[id]!)])
    expect(places(messages)).toEqual(places(english))
  })

  test('has no English text', () => {
    const same = ids.filter((id) => messages[id] === english[id] && !untranslated.has(id))
    expect(same).toEqual([])
  })

  test.each(['login.privacy', 'support.text'])('%s, which is split around a link, has one placeholder', (id) => {
    expect(messages[id]!.match(/\{/g)).toHaveLength(1)
  })
})

test('Russian has the right plural forms of seconds', () => {
  const message = compileMessageOrThrow(messagesOf('ru')['export.hides']!)
  const i18n = setupI18n({ locale: 'ru', messages: { ru: { message } } })
  const hides = (seconds: number) => i18n._('message', { seconds })
  expect(hides(1)).toContain('через 1 секунду или')
  expect(hides(2)).toContain('через 2 секунды или')
  expect(hides(60)).toContain('через 60 секунд или')
})

test('Chinese addresses the player by one pronoun', () => {
  expect(Object.values(messagesOf('zh')).filter((text) => text.includes('您'))).toEqual([])
})

const shapeOf = ({ intro, sections, contact }: Policy) => ({
  intro: intro !== '',
  paragraphs: sections.map(({ text }) => text.length),
  contact: contact !== '',
})

const textsOf = ({ intro, sections, contact }: Policy): string[] => [
  intro,
  ...sections.flatMap(({ title, text }) => [title, ...text]),
  contact,
]

const marksOf = (text: string): string[] => (text.match(/\{.*?\}/g) ?? []).toSorted()

describe.each(translations)('the privacy policy in %s', (locale) => {
  test('has the parts of the English one', async () => {
    const [policy, original] = await Promise.all([loadPolicy(locale), loadPolicy('en')])
    expect(shapeOf(policy)).toEqual(shapeOf(original))
  })

  test('has its placeholders, and no English text', async () => {
    const [texts, originals] = (await Promise.all([loadPolicy(locale), loadPolicy('en')])).map(textsOf)
    expect(texts!.map(marksOf)).toEqual(originals!.map(marksOf))
    expect(texts!.filter((text) => text.trim() === '' || originals!.includes(text))).toEqual([])
  })
})

describe('ids', () => {
  const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(join(src, path), 'utf8'))
    .join('\n')
  /** Ids that the contract has, for the texts that an app may replace. */
  const ofBrand: string[] = Object.values(builtInTextIds)
  /** Ids that the code puts together, such as `receive.${network}Only`. */
  const built = [...code.matchAll(/\bt\(`([^`]+)`/g)].map(
    ([, template]) =>
      new RegExp(
        `^${template!
          .split(/\$\{[^}]*\}/)
          .map((part) => part.replaceAll('.', '\\.'))
          .join('\\w+')}$`,
      ),
  )

  test('every one is used', () => {
    const unused = ids.filter(
      (id) =>
        !ofBrand.includes(id) &&
        !code.includes(`'${id}'`) &&
        !code.includes(`"${id}"`) &&
        !built.some((pattern) => pattern.test(id)),
    )
    expect(unused).toEqual([])
  })

  test('every one in the code has a message', () => {
    const named = [...code.matchAll(/\bt\('([^']+)'/g)].map(([, id]) => id!)
    expect(named.length).toBeGreaterThan(100)
    expect([...named, ...ofBrand].filter((id) => !ids.includes(id))).toEqual([])
  })
})
