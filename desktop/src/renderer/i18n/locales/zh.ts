import type { Language } from '../language.ts'
import { mergeMessages } from '../merge.ts'
import { words } from './zh/ui-words.ts'

/** Chinese: all files of the folder `zh`. */
export const chinese: Language = {
  messages: mergeMessages(import.meta.glob<Record<string, string>>('./zh/*.json', { eager: true, import: 'default' })),
  words,
}
