import type { Argument, Command, Option } from 'commander'
import { loadAllNouns } from '../src/nouns-of-line.ts'
import { createProgram } from '../src/program.ts'

/** One command, as the documents describe it. */
export interface Described {
  /** Its words: `openauth apps create`. */
  name: string
  usage: string
  text: string
  arguments: { name: string; text: string }[]
  options: { flags: string; text: string }[]
  /** What its help says at the end. */
  more: string
}

export interface Section {
  title: string
  groups: (Described & { commands: Described[] })[]
}

const namesTo = (command: Command): string[] => [...(command.parent ? namesTo(command.parent) : []), command.name()]

const argumentOf = (argument: Argument) => ({ name: argument.name(), text: argument.description })
const optionOf = ({ flags, description }: Option) => ({ flags, text: description })

/** The text that is added after the help of a command. */
const moreOf = (command: Command): string => {
  const lines: string[] = []
  command.configureOutput({ ...command.configureOutput(), writeOut: (text) => void lines.push(text) })
  command.outputHelp()
  const help = lines.join('')
  const own = command.helpInformation()
  return help.startsWith(own) ? help.slice(own.length).trim() : ''
}

const describe = (command: Command): Described => ({
  name: namesTo(command).join(' '),
  usage: `${namesTo(command).join(' ')} ${command.usage()}`.trim(),
  text: command.description(),
  arguments: command.registeredArguments.map(argumentOf),
  options: command.options.map(optionOf),
  more: moreOf(command),
})

/** All commands below one, in order. */
const below = (command: Command): Command[] => command.commands.flatMap((each) => [each, ...below(each)])

const isShown = (command: Command): boolean => !command.name().startsWith('__')

/** Everything that `--help` tells, as data: what the documents are made from. */
export const describeProgram = async (): Promise<{ program: Described; sections: Section[] }> => {
  const output = { stdout: { write: () => true }, stderr: { write: () => true }, env: { NO_COLOR: '1' } }
  const program = createProgram(output as never, { loaded: await loadAllNouns(), nested: [] })
  const headings = [...new Set(program.commands.filter(isShown).map((command) => command.helpGroup()))]
  const sections = headings.map((title) => ({
    title: title.replace(/:$/, ''),
    groups: program.commands
      .filter((command) => isShown(command) && command.helpGroup() === title)
      .map((command) => ({ ...describe(command), commands: below(command).map(describe) })),
  }))
  return { program: describe(program), sections }
}
