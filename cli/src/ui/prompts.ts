import type { Prompts, Terminal } from './questions.ts'

/** Creates prompts drawn with Ink on stderr. Ink and React are imported by the first prompt, to keep other commands fast. */
export const createPrompts = (terminal: Terminal): Prompts => ({
  text: async (question) => (await import('./ask.tsx')).askText(terminal, question),
  secret: async (question) => (await import('./ask.tsx')).askSecret(terminal, question),
  confirm: async (question) => (await import('./ask.tsx')).askConfirm(terminal, question),
})
