import type { UiWords } from '@openauth/ui/words'

/** A language's messages by id, and the words inside the controls of ui/. */
export interface Language {
  messages: Record<string, string>
  words: UiWords
}
