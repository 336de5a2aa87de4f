import type { ReactNode } from 'react'

export interface PaletteCommand {
  /** Unique in the palette. */
  id: string
  title: string
  /** After the title: where it leads, or whose it is. */
  hint?: string | undefined
  icon?: ReactNode
  keys?: readonly string[] | undefined
  /** Other words by which it is found. */
  keywords?: readonly string[] | undefined
  /** The palette closes before. */
  onRun: () => void
}

export interface PaletteGroup {
  title: string
  commands: readonly PaletteCommand[]
  /** The commands are a server's answer to what was typed: they show without being filtered again, before what hidden words find. */
  isFound?: boolean | undefined
}

type Ranked = PaletteGroup['commands'][number]

const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Chinese is written without spaces: there a word may begin anywhere. */
const isFoundIn = (typed: string, texts: readonly string[]): boolean =>
  /\p{Script=Han}/u.test(typed)
    ? texts.some((text) => text.includes(typed))
    : texts.some((text) => wordsOf(text).some((word) => word.startsWith(typed)))

/** How well a command fits: its name, the beginning of its name, a server's answer, words of its name, hidden words; 0 if not. */
const scoreOf = ({ title, hint = '', keywords = [] }: Ranked, text: string, isFound: boolean): number => {
  const name = title.toLocaleLowerCase()
  if (name === text) return 6
  if (name.startsWith(text)) return 5
  if (isFound) return 4
  const typed = wordsOf(text)
  const areIn = (texts: readonly string[]) => typed.every((word) => isFoundIn(word, texts))
  if (typed.length === 0) return 0
  if (areIn([name])) return 3
  if (areIn([name, hint.toLocaleLowerCase()])) return 2
  return areIn([name, hint, ...keywords].map((each) => each.toLocaleLowerCase())) ? 1 : 0
}

/**
 * The groups with the commands that fit what was typed, the best first; with nothing typed all of them as they are. Every
 * typed word must begin a word of the command. Commands that a server found always fit.
 */
export const rankCommands = (groups: readonly PaletteGroup[], typed: string): PaletteGroup[] => {
  const text = typed.trim().toLocaleLowerCase()
  const filled = groups.filter(({ commands }) => commands.length > 0)
  if (text === '') return filled
  return filled
    .map((group) => {
      const scored = group.commands
        .map((command) => ({ command, score: scoreOf(command, text, group.isFound === true) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
      return { group: { ...group, commands: scored.map(({ command }) => command) }, best: scored[0]?.score ?? 0 }
    })
    .filter(({ best }) => best > 0)
    .toSorted((a, b) => b.best - a.best)
    .map(({ group }) => group)
}
