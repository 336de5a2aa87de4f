import type { Language } from '../language.ts'
import { mergeMessages } from '../merge.ts'
import { words } from './ru/ui-words.ts'

/** Russian: all files of the folder `ru`. */
export const russian: Language = {
  messages: mergeMessages(import.meta.glob<Record<string, string>>('./ru/*.json', { eager: true, import: 'default' })),
  words,
}
