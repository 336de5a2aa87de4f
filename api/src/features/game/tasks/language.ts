import { type PlayerLanguage, playerLanguages } from '@openauth/client'
import type { StoredTask } from './stored-task.ts'

const isLanguage = (text: string): text is PlayerLanguage => (playerLanguages as readonly string[]).includes(text)

/** The tags of an Accept-Language header, the most wanted first: RFC 9110, section 12.5.4. */
const tagsOf = (header: string): string[] =>
  header
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim())
      const quality = /^q=([01](?:\.\d{0,3})?)$/.exec(parameters[0] ?? '')?.[1]
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)

/** The language that a player wants most of those that tasks can have; undefined for none of them. */
export const wantedLanguage = (asked: string | undefined, header: string | undefined): PlayerLanguage | undefined =>
  (asked === undefined ? tagsOf(header ?? '') : [asked])
    .map((tag) => tag.toLowerCase().split(/[-_]/, 1)[0]!)
    .find(isLanguage)

/** Title and description of a task in a language, or in its default language. */
export const textOf = (task: StoredTask, language: PlayerLanguage | undefined) => {
  const { title, description } = (language && task.translations[language]) ?? task
  return { title, description }
}
