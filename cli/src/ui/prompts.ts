/** What is wrong with an answer, if anything; said below the prompt, which goes on. */
export type Check = (answer: string) => string | undefined

export interface TextQuestion {
  label: string
  check?: Check | undefined
}
export interface SecretQuestion extends TextQuestion {
  /** Asks a second time under this label, and starts again where the two differ. */
  repeat?: string | undefined
}
export interface ConfirmQuestion {
  /** What will happen. */
  summary: string
  /** To what. */
  subjects: string[]
}

/** How a prompt ends: with an answer and what was typed behind it, or without one. */
export interface PromptHandlers<T> {
  onAnswer: (answer: T, rest: string) => void
  onCancel: () => void
}

/** Questions to a person. Each rejects with the failure `interrupted` on Ctrl-C. */
export interface Prompts {
  text: (question: TextQuestion) => Promise<string>
  secret: (question: SecretQuestion) => Promise<string>
  confirm: (question: ConfirmQuestion) => Promise<boolean>
}

export interface Terminal {
  stdin: NodeJS.ReadStream
  stderr: NodeJS.WriteStream
}

/** Prompts drawn with Ink on stderr. Ink and React are loaded with the first question, so that nothing else waits for them. */
export const createPrompts = (terminal: Terminal): Prompts => ({
  text: async (question) => (await import('./ask.tsx')).askText(terminal, question),
  secret: async (question) => (await import('./ask.tsx')).askSecret(terminal, question),
  confirm: async (question) => (await import('./ask.tsx')).askConfirm(terminal, question),
})
