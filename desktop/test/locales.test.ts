import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { lacksPluralForm, placeholdersOf } from '../../client/test/messages.ts'
import { policyPhrases } from '../../client/src/index.ts'
import { english } from '../src/renderer/i18n/locales/en.ts'
import { connectionsEnglish } from '../src/renderer/i18n/locales/en-connections.ts'
import { deviceEnglish } from '../src/renderer/i18n/locales/en-device.ts'
import { gameEnglish } from '../src/renderer/i18n/locales/en-game.ts'
import { webhooksEnglish } from '../src/renderer/i18n/locales/en-webhooks.ts'
import { type Locale, localeNames, regionalTag } from '../src/renderer/i18n/locales.ts'

const source = fileURLToPath(new URL('../src', import.meta.url))
const folderOf = (locale: Locale) => join(source, 'renderer/i18n/locales', locale)

const filesOf = (locale: Locale): string[] =>
  readdirSync(folderOf(locale))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace('.json', ''))
    .toSorted()

/** What other languages translate of another package, so that English has no file of it here. */
const ofOthers: Record<string, Record<string, string>> = {
  policySentence: Object.fromEntries(
    Object.entries(policyPhrases).map(([name, text]) => [`policySentence.${name}`, text]),
  ),
}

const featuresOf = (locale: Locale): string[] =>
  [...filesOf(locale), ...(locale === 'en' ? Object.keys(ofOthers) : [])].toSorted()

/** The messages of a feature, as translators write them. */
const messagesOf = (locale: Locale, feature: string): Record<string, string> =>
  (locale === 'en' ? ofOthers[feature] : undefined) ?? messagesOfFile(locale, feature)

const messagesOfFile = (locale: Locale, feature: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folderOf(locale), `${feature}.json`), 'utf8')) as Record<string, string>

const features = featuresOf('en')
const translations = localeNames.filter((locale) => locale !== 'en')

/** Words that some language writes as English does. */
const sameAsEnglish = new Set<string>([
  'serviceTokens.value',
  'users.place',
  'webhookScreens.title',
  'webhooks.took',
  'webhooks.deliveryId',
])

test('every file of English messages is in locales/en.ts, or in en-game.ts and the others beside it', () => {
  const inFiles = filesOf('en').flatMap((feature) => Object.keys(messagesOf('en', feature)))
  expect(
    [english, gameEnglish, connectionsEnglish, deviceEnglish, webhooksEnglish].flatMap(Object.keys).toSorted(),
  ).toEqual(inFiles.toSorted())
})

describe.each(localeNames)('%s', (locale) => {
  test('has the files of English', () => expect(featuresOf(locale)).toEqual(features))

  test.each(features)('%s.json is complete and well formed', (feature) => {
    const messages = messagesOf(locale, feature)
    const entries = Object.entries(messages)
    expect(Object.keys(messages), 'the ids of English, in its order').toEqual(Object.keys(messagesOf('en', feature)))
    expect(
      entries.filter(([id]) => !id.startsWith(`${feature}.`)),
      'ids begin with the name of the file',
    ).toEqual([])
    expect(entries.filter(([, text]) => text === '' || text !== text.trim())).toEqual([])
    expect(
      entries.filter(([, text]) => /'[{}#|]|''/.test(text)),
      "ICU's quotes",
    ).toEqual([])
    expect(
      entries.filter(([, text]) => lacksPluralForm(locale, text)),
      'plural forms',
    ).toEqual([])
  })
})

describe.each(translations)('%s, beside English', (locale) => {
  test.each(features)('%s.json has the same placeholders and no English text', (feature) => {
    const [messages, original] = [messagesOf(locale, feature), messagesOf('en', feature)]
    const ids = Object.keys(original)
    const places = (from: Record<string, string>) => ids.map((id) => [id, ...placeholdersOf(from[id]!)])
    expect(places(messages)).toEqual(places(original))
    expect(ids.filter((id) => messages[id] === original[id] && !sameAsEnglish.has(id))).toEqual([])
  })
})

describe('ids', () => {
  const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(source, path), 'utf8'))
    .join('\n')
  const ids = Object.keys({ ...english, ...connectionsEnglish })
  /** Ids that the code puts together, such as `audit.${key}`: what `t` gets, and texts that begin with a feature's name. */
  const begins = `\\bt\\(\\s*\`|\`(?=(?:${features.join('|')})\\.)`
  const built = [...code.matchAll(new RegExp(`(?:${begins})([^\`]+)\``, 'g'))].map(
    ([, template]) =>
      new RegExp(
        `^${template!
          .split(/\$\{[^}]*\}/)
          .map((part) => part.replaceAll('.', '\\.'))
          .join('\\w+')}$`,
      ),
  )

  test('every one is used', () => {
    const unused = ids.filter((id) => !code.includes(`'${id}'`) && !built.some((pattern) => pattern.test(id)))
    expect(unused).toEqual([])
  })
})

test.each([
  ['en', ['en-US@posix'], 'en'],
  ['en', ['en-US@posix', 'en-GB'], 'en-GB'],
  ['es', ['en-US', 'es-MX', 'es'], 'es-MX'],
  ['zh', [], 'zh'],
] as const)('numbers in %s are written as in the first of %j that is a language tag: %s', (locale, tags, tag) => {
  expect(regionalTag(locale, tags)).toBe(tag)
  expect(new Intl.NumberFormat(regionalTag(locale, tags)).format(1)).toBe('1')
})
