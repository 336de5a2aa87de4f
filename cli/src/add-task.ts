import { type Command, Option } from 'commander'
import type { Context } from './context.ts'
import { collect } from './flag.ts'
import type { Task } from './task.ts'

export const examplesText = (examples: readonly string[]): string =>
  examples.length > 0 ? `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}` : ''

/** Adds a task as a command below another. */
export const addTask = (parent: Command, task: Task, open: () => Promise<Context>): void => {
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
    const run = await task.load()
    await run(await open(), { argument: command.args[0], args: command.args, options: command.opts() })
  })
}
