/** Returns what is wrong with an answer, printed below the prompt, or undefined. */
export type Check = (answer: string) => string | undefined

export interface TextQuestion {
  label: string
  check?: Check | undefined
}
export interface SecretQuestion extends TextQuestion {
  /** Prompts a second time with this label, and starts again if the answers differ. */
  repeat?: string | undefined
}
export interface ConfirmQuestion {
  /** The effect of the action. */
  summary: string
  /** The objects of the action. */
  subjects: string[]
}

/** Handlers of a prompt's end: `rest` is input that was typed after the answer. */
export interface PromptHandlers<T> {
  onAnswer: (answer: T, rest: string) => void
  onCancel: () => void
}

/** Prompts on a terminal. Each rejects with the failure `interrupted` on Ctrl-C. */
export interface Prompts {
  text: (question: TextQuestion) => Promise<string>
  secret: (question: SecretQuestion) => Promise<string>
  confirm: (question: ConfirmQuestion) => Promise<boolean>
}

export interface Terminal {
  stdin: NodeJS.ReadStream
  stderr: NodeJS.WriteStream
}
