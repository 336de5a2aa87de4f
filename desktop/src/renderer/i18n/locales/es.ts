import type { Language } from '../language.ts'
import { mergeMessages } from '../merge.ts'
import { words } from './es/ui-words.ts'

/** Spanish: all files of the folder `es`. */
export const spanish: Language = {
  messages: mergeMessages(import.meta.glob<Record<string, string>>('./es/*.json', { eager: true, import: 'default' })),
  words,
}
