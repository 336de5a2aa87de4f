import { type Command, Option } from 'commander'
import { wordsTo } from './command-at.ts'
import { wrongUse } from './failure.ts'
import { collect } from './flag.ts'
import type { GivenInput } from './input.ts'
import { examplesText, type Open } from './noun-commands.ts'
import type { Task } from './task.ts'

/** Adds a task as a command below another. `nested` are the flags with dots of the command line, of which a task has none. */
export const addTask = (parent: Command, task: Task, nested: GivenInput['nested'], open: Open): void => {
  const command = parent.command(task.name).description(task.summary)
  for (const { name, description, required } of task.arguments ?? [])
    command.argument(required ? `<${name}>` : `[${name}]`, description)
  for (const { flags, description, isRepeated } of task.options ?? []) {
    const option = new Option(flags, description)
    command.addOption(isRepeated ? option.argParser(collect) : option)
  }
  if (task.more) command.addHelpText('after', task.more)
  if (task.examples) command.addHelpText('after', examplesText(task.examples))
  command.action(async () => {
    if (nested[0])
      throw wrongUse(`There is no option --${nested[0].path}. See: openauth ${wordsTo(command).join(' ')} --help`)
    const run = await task.load()
    // Commander gives an option that the command above has too to that one.
    const options = task.below === undefined ? command.opts() : { ...parent.opts(), ...command.opts() }
    await run(await open(), { argument: command.args[0], args: command.args, options })
  })
}
