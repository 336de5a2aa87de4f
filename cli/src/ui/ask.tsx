import { render } from 'ink'
import type { ReactElement } from 'react'
import { interrupted } from '../failure.ts'
import { ConfirmPrompt } from './confirm-prompt.tsx'
import type { ConfirmQuestion, PromptHandlers, SecretQuestion, Terminal, TextQuestion } from './questions.ts'
import { LinePrompt } from './line-prompt.tsx'

/** Draws a prompt until it ends, then restores the terminal. */
const ask = async <T,>({ stdin, stderr }: Terminal, draw: (ending: PromptHandlers<T>) => ReactElement): Promise<T> => {
  let ending: { answer: T; rest: string } | undefined
  const finish = (end?: { answer: T; rest: string }) => {
    ending = end
    instance.unmount()
  }
  const element = draw({ onAnswer: (answer, rest) => finish({ answer, rest }), onCancel: () => finish() })
  // Ink does so after it has drawn the prompt: a secret that is typed at once would be echoed until then.
  if (stdin.isTTY) stdin.setRawMode(true)
  const instance = render(element, { stdin, stdout: stderr, exitOnCtrlC: false, patchConsole: false })
  await instance.waitUntilExit()
  if (!ending) throw interrupted()
  // Input typed or pasted ahead belongs to the next prompt.
  if (ending.rest) stdin.unshift(ending.rest)
  return ending.answer
}

/** Asks for a line of text. Like all prompts it throws `interrupted` at Ctrl-C. */
export const askText = (terminal: Terminal, question: TextQuestion): Promise<string> =>
  ask(terminal, (ending: PromptHandlers<string>) => <LinePrompt {...question} {...ending} />)

/** Asks for a secret, which is not shown while it is typed. */
export const askSecret = (terminal: Terminal, question: SecretQuestion): Promise<string> =>
  ask(terminal, (ending: PromptHandlers<string>) => <LinePrompt {...question} {...ending} masked />)

/** Asks a question with yes or no. */
export const askConfirm = (terminal: Terminal, question: ConfirmQuestion): Promise<boolean> =>
  ask(terminal, (ending: PromptHandlers<boolean>) => <ConfirmPrompt {...question} {...ending} />)
