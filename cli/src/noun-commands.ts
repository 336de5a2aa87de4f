import { type Command, CommanderError, Option } from 'commander'
import type { Context } from './context.ts'
import { addFlag, collect, shapesText } from './flag.ts'
import type { GivenInput } from './input.ts'
import { isArgumentOnly, type CommandSpec } from './command-spec.ts'
import type { RunOptions } from './run-command.ts'

/** Opens the context of the command that runs. */
export type Open = () => Promise<Context>

/** The examples at the end of a command's help; nothing where there are none. */
export const examplesText = (examples: readonly string[]): string =>
  examples.length > 0 ? `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}` : ''

const addArguments = (command: Command, { positional, appKeys }: CommandSpec): void => {
  for (const { flag, required } of positional) {
    const isApp = appKeys.includes(flag.key)
    const name = isApp ? 'app' : flag.name
    command.argument(required ? `<${name}>` : `[${name}]`, isApp ? 'id or exact name of the app' : flag.description)
  }
}

const addCredentialOptions = (command: Command, { auth, forSupport }: CommandSpec): void => {
  if (auth === 'app') {
    command.option(
      '--app <app>',
      'id or exact name of the app: its secret is revealed to this call by your admin session, audited; default: OPENAUTH_APP_SECRET, else the app saved with openauth use',
    )
    command.option('--app-secret-stdin', 'read the app secret from standard input')
  }
  if (auth === 'user')
    command.option('--user-token-stdin', 'read the user token from standard input; default: OPENAUTH_USER_TOKEN')
  if (forSupport) {
    command.option(
      '--as-user <id>',
      'call in the name of this user by your admin session: the app must allow it, the user is told, and the audit has it',
    )
    command.option('--app <app>', 'id or exact name of the app of --as-user; default: the app saved with openauth use')
    command.option('--reason <text>', 'why, for the audit; needed with --as-user')
  }
}

const addOptions = (command: Command, spec: CommandSpec): void => {
  const { batches, flags } = spec
  const scope = flags.find(({ key }) => key === 'appId')
  if (scope) {
    const otherwise = scope.required ? 'default: the app saved with openauth use' : 'default: all apps'
    command.option('--app <app>', `id or exact name of the app; ${otherwise}`)
  }
  addCredentialOptions(command, spec)
  for (const flag of flags) {
    if (isArgumentOnly(spec, flag.key) || flag.key === 'appId' || flag.key === batches) continue
    addFlag(command, flag)
    if (flag.key === 'password') command.option('--password-stdin', 'read the password from standard input')
  }
  const shown = flags.filter(({ key, shape }) => shape && key !== batches)
  if (shown.length > 0)
    command.addHelpText('after', () => shapesText(shown, command.configureOutput().getOutHelpWidth?.() ?? 100))
  if (batches !== undefined) command.option('--file <path>', 'NDJSON, one object a line; - for standard input')
  if (spec.isPaged) command.option('--all', 'fetch every page; --json prints NDJSON, one row a line')
  if (flags.some(({ cleared, key }) => cleared !== undefined && key !== batches))
    command.addOption(new Option('--clear <flag>', 'empty a field; may be repeated').argParser(collect))
  if (spec.takesFile)
    command.option('--input <path>', 'JSON or YAML file with the fields; - for standard input; flags override it')
  if (spec.confirms) {
    command.option('-y, --yes', 'do not ask')
    command.option(
      '--confirm <name>',
      "on a production profile: the server's host or the object's name, which is asked for otherwise",
    )
  }
}

/** Reads an option's value by the attribute name that Commander derives from the flag. */
const optionValue = (command: Command, name: string): unknown =>
  command.getOptionValue(new Option(`--${name}`).attributeName())

const givenTo = (command: Command, { flags, positional }: CommandSpec, nested: GivenInput['nested']): GivenInput => {
  const args = positional.map(({ flag }, index) => [flag.key, command.args[index]] as const)
  const values = flags.map(({ key, name }) => [name, optionValue(command, key === 'appId' ? 'app' : name)] as const)
  const isStdin = command.getOptionValue('passwordStdin') === true
  const defined = ([, value]: readonly [string, unknown]) => value !== undefined
  const input = command.getOptionValue('input') as string | undefined
  const clear = command.getOptionValue('clear') as string[] | undefined
  return {
    args: Object.fromEntries(args.filter(defined)) as GivenInput['args'],
    flags: Object.fromEntries([
      ...values.filter(defined),
      ...(isStdin ? [['password', '@-']] : []),
    ]) as GivenInput['flags'],
    nested,
    ...(input === undefined ? {} : { input }),
    ...(clear === undefined ? {} : { clear }),
  }
}

/** Adds a verb of the contract to its noun. `nested` are the flags with dots of the command line. */
export const addCommand = (parent: Command, spec: CommandSpec, nested: GivenInput['nested'], open: Open): void => {
  const { summary, description, isDefault } = spec
  const command = parent.command(spec.name, { isDefault }).summary(summary).description(`${summary}.\n\n${description}`)
  addArguments(command, spec)
  addOptions(command, spec)
  command.action(async () => {
    const options = command.opts<Partial<RunOptions>>()
    const { runCommand } = await import('./run-command.ts')
    const runOptions = { ...options, yes: options.yes ?? false, all: options.all ?? false }
    await runCommand(await open(), spec, givenTo(command, spec, nested), runOptions)
  })
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()

/** Commander names a command that is like the wrong one. Where none is, the line says where all are. */
const pointToHelp = (command: Command): void => {
  const { outputError } = command.configureOutput()
  command.configureOutput({
    outputError: (text, write) => {
      const isHelpless = text.includes('unknown command') && !text.includes('Did you mean')
      outputError!(isHelpless ? `${text.trimEnd()}\nSee: ${pathOf(command)} --help\n` : text, write)
    },
  })
}

/**
 * Prints help with exit code 0 for a noun without a verb; Commander's default is an error. A verb that does not exist is
 * answered with where those are that do.
 */
export const helpWithoutVerb = (command: Command): void => {
  pointToHelp(command)
  command.help = () => {
    command.outputHelp()
    throw new CommanderError(0, 'commander.help', '')
  }
}
