import { type Command, Option } from 'commander'
import { wordsTo } from './command-at.ts'
import { wrongUse } from './failure.ts'
import { collect } from './flag.ts'
import type { GivenInput } from './input.ts'
import { examplesText, helpWithoutVerb, type Open } from './noun-commands.ts'
import type { RunTask, Task } from './task.ts'

const describe = (command: Command, task: Task): void => {
  command.description(task.summary).helpCommand(false)
  for (const { name, description, required } of task.arguments ?? [])
    command.argument(required ? `<${name}>` : `[${name}]`, description)
  for (const { flags, description, isRepeated } of task.options ?? []) {
    const option = new Option(flags, description)
    command.addOption(isRepeated ? option.argParser(collect) : option)
  }
  if (task.more) command.addHelpText('after', task.more)
  if (task.examples) command.addHelpText('after', examplesText(task.examples))
}

/** Commander gives an option that the command above has too to that one. The program's own are no options of a task. */
const optionsOf = (command: Command): Record<string, unknown> =>
  command.parent ? { ...optionsOf(command.parent), ...command.opts() } : {}

/** Adds a task, and those below it. `nested` are the flags with dots of the command line, of which a task has none. */
export const addTask = (parent: Command, task: Task, nested: GivenInput['nested'], open: Open): void => {
  const command = parent.command(task.name)
  describe(command, task)
  const { load } = task
  if (load) command.action(() => runTask(command, load, nested, open))
  else helpWithoutVerb(command)
  for (const below of task.tasks ?? []) addTask(command, below, nested, open)
}

const runTask = async (
  command: Command,
  load: () => Promise<RunTask>,
  [unknown]: GivenInput['nested'],
  open: Open,
): Promise<void> => {
  if (unknown)
    throw wrongUse(`There is no option --${unknown.path}. See: openauth ${wordsTo(command).join(' ')} --help`)
  const run = await load()
  const { args } = command
  await run(await open(), { argument: args[0], args, options: optionsOf(command) })
}
