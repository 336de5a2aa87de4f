import type { Command } from 'commander'
import { wrongUse } from './failure.ts'

/** The words of a command, without the program's name. */
export const wordsTo = (command: Command): string[] =>
  command.parent ? [...wordsTo(command.parent), command.name()] : []

/** The command that words name, such as `game-tasks create`. Throws wrong use where there is none. */
export const commandAt = (program: Command, words: string[]): Command => {
  let found = program
  for (const word of words) {
    const next = found.commands.find((candidate) => candidate.name() === word && !word.startsWith('__'))
    if (!next)
      throw wrongUse(`There is no command ${words.join(' ')}. See: openauth ${[...wordsTo(found), '--help'].join(' ')}`)
    found = next
  }
  return found
}
