import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

// What the tests of translations read from a message in ICU's format: https://unicode-org.github.io/icu/userguide/format_parse/messages/

type Choices = Record<string, CompiledMessage>

/** The placeholders, also those in the branches of plurals. */
const placesOf = (message: CompiledMessage): { name: string; choices?: Choices }[] =>
  message.flatMap((token) => {
    if (typeof token === 'string') return []
    const [name, , format] = token
    if (typeof format !== 'object' || format === null) return [{ name }]
    const { offset: _, ...choices } = format as Choices & { offset?: unknown }
    return [{ name, choices }, ...Object.values(choices).flatMap(placesOf)]
  })

/** The names of a message's placeholders, each once, in order of the alphabet. */
export const placeholdersOf = (text: string): string[] =>
  [...new Set(placesOf(compileMessageOrThrow(text)).map(({ name }) => name))].toSorted()

/** The plural categories that whole numbers have in a language, and the one that ICU wants always. */
const categoriesOf = (locale: string): string[] => {
  const rules = new Intl.PluralRules(locale)
  const used = Array.from({ length: 200 }, (_, number) => rules.select(number))
  return [...new Set([...used, 'other'])].toSorted()
}

/** Whether a plural of the message has no form for some numbers of the language. */
export const lacksPluralForm = (locale: string, text: string): boolean =>
  placesOf(compileMessageOrThrow(text)).some(
    ({ choices }) => choices && categoriesOf(locale).some((category) => !Object.hasOwn(choices, category)),
  )
