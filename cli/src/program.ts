import { Command, CommanderError, Option, type OutputConfiguration } from 'commander'
import { addTask, examplesText } from './add-task.ts'
import { taskGroups, tasks } from './commands/tasks.ts'
import { addCompletion } from './completion/index.ts'
import type { Context } from './context.ts'
import { DEFAULT_ENDPOINT } from './endpoint.ts'
import { wrongUse } from './failure.ts'
import { addFlag, collect, shapesText } from './flag.ts'
import type { GivenInput } from './input.ts'
import { isArgumentOnly, type CommandSpec } from './command-spec.ts'
import { type NounOutline, outline } from './outline.ts'
import { hasColors, stylesFor } from './styles.ts'
import type { TaskGroup } from './task.ts'
import { version } from './version.ts'
import type { GlobalFlags, OutputStream, CliEnvironment } from './cli-environment.ts'

const addArguments = (command: Command, { positional, appKeys }: CommandSpec): void => {
  for (const { flag, required } of positional) {
    const isApp = appKeys.includes(flag.key)
    const name = isApp ? 'app' : flag.name
    command.argument(required ? `<${name}>` : `[${name}]`, isApp ? 'id or exact name of the app' : flag.description)
  }
}

const addOptions = (command: Command, spec: CommandSpec): void => {
  const { batches, flags } = spec
  const scope = flags.find(({ key }) => key === 'appId')
  if (scope) {
    const otherwise = scope.required ? 'default: the app saved with openauth use' : 'default: all apps'
    command.option('--app <app>', `id or exact name of the app; ${otherwise}`)
  }
  for (const flag of flags) {
    if (isArgumentOnly(spec, flag.key) || flag.key === 'appId' || flag.key === batches) continue
    addFlag(command, flag)
    if (flag.key === 'password') command.option('--password-stdin', 'read the password from standard input')
  }
  const shown = flags.filter(({ key, shape }) => shape && key !== batches)
  if (shown.length > 0)
    command.addHelpText('after', () => shapesText(shown, command.configureOutput().getOutHelpWidth?.() ?? 100))
  if (batches !== undefined) command.option('--file <path>', 'NDJSON, one object a line; - for standard input')
  if (spec.isPaged) command.option('--all', 'fetch every page')
  if (flags.some(({ cleared, key }) => cleared !== undefined && key !== batches))
    command.addOption(new Option('--clear <flag>', 'empty a field; may be repeated').argParser(collect))
  if (spec.takesFile)
    command.option('--input <path>', 'JSON object with the fields; - for standard input; flags override it')
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

const givenTo = (command: Command, { flags, positional }: CommandSpec): GivenInput => {
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
    ...(input === undefined ? {} : { input }),
    ...(clear === undefined ? {} : { clear }),
  }
}

type Open = () => Promise<Context>

const addCommand = (parent: Command, spec: CommandSpec, open: Open): void => {
  const { summary, description, isDefault } = spec
  const command = parent.command(spec.name, { isDefault }).summary(summary).description(`${summary}.\n\n${description}`)
  addArguments(command, spec)
  addOptions(command, spec)
  command.action(async () => {
    const { yes, all, file, confirm } = command.opts<{ yes?: true; all?: true; file?: string; confirm?: string }>()
    const given = { ...(file === undefined ? {} : { file }), ...(confirm === undefined ? {} : { confirm }) }
    const runOptions = { yes: yes ?? false, all: all ?? false, ...given }
    const { runCommand } = await import('./run-command.ts')
    await runCommand(await open(), spec, givenTo(command, spec), runOptions)
  })
}

/** Prints help with exit code 0 for a noun without a verb; Commander's default is an error. */
const helpWithoutVerb = (command: Command): void => {
  command.help = () => {
    command.outputHelp()
    throw new CommanderError(0, 'commander.help', '')
  }
}

const addNoun = (parent: Command, noun: NounOutline, open: Open, isMeant: boolean, name = noun.name): void => {
  const command = parent.command(name).description(noun.summary).helpCommand(false)
  command.addHelpText('after', examplesText(noun.examples))
  helpWithoutVerb(command)
  if (!isMeant) return
  for (const spec of noun.commands) addCommand(command, spec, open)
}

const addTaskGroup = (program: Command, { name, summary, tasks, examples = [] }: TaskGroup, open: Open): void => {
  const command = program.command(name).description(summary).helpCommand(false)
  command.addHelpText('after', examplesText(examples))
  helpWithoutVerb(command)
  for (const task of tasks) addTask(command, task, open)
}

/** The command that words name, such as `game-tasks create`. Throws wrong use where there is none. */
const commandAt = (program: Command, words: string[]): Command => {
  let found = program
  for (const word of words) {
    const next = found.commands.find((candidate) => candidate.name() === word && !word.startsWith('__'))
    if (!next)
      throw wrongUse(`There is no command ${words.join(' ')}. See: openauth ${[...namesTo(found), '--help'].join(' ')}`)
    found = next
  }
  return found
}

const namesTo = (command: Command): string[] => (command.parent ? [...namesTo(command.parent), command.name()] : [])

/** `openauth help <command>` is `openauth <command> --help`. */
const addHelp = (program: Command): void => {
  program
    .command('help')
    .description('Show the help of a command')
    .argument('[command...]', 'such as: apps create')
    .action((words: string[]) => commandAt(program, words).outputHelp())
}

const closing = `
Examples:
  openauth setup                                the first admin of a new server
  openauth login --endpoint https://auth.example.com
  openauth apps create "My app"
  openauth use "My app"                         then --app is optional
  openauth users list --limit 50
  openauth users list --all --json | jq -r '.data[].id'

Environment:
  OPENAUTH_ENDPOINT   the server, if --endpoint is not given (default ${DEFAULT_ENDPOINT})
  OPENAUTH_PROFILE    the profile, if neither --endpoint nor --profile is given
  OPENAUTH_TOKEN      an admin token, used in place of the saved session
  OPENAUTH_PASSWORD   the password, if a command needs one
  NO_COLOR            no colours

Results go to stdout, everything else to stderr.
Exit codes: 0 done, 1 failed, 2 wrong use, 4 not signed in.`

const helpWidth = ({ isTTY, columns }: OutputStream) => (isTTY ? (columns ?? 80) : 100)

const outputFor = ({ stdout, stderr, env }: CliEnvironment): OutputConfiguration => {
  const { bold, red } = stylesFor(stderr, env)
  return {
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    outputError: (text, write) => write(text.replace(/^error:/, bold(red('Error:')))),
    getOutHelpWidth: () => helpWidth(stdout),
    getErrHelpWidth: () => helpWidth(stderr),
    getOutHasColors: () => hasColors(stdout, env),
    getErrHasColors: () => hasColors(stderr, env),
  }
}

const SERVER_AND_SESSION = 'Server and session:'

/** Whether a command line may be about a noun: building the verbs of all takes longer than the rest of `--help`. */
const isMeantBy = (argv: string[] | undefined, { name, below }: NounOutline): boolean =>
  argv === undefined ||
  [name, below?.[0], 'help', '__complete'].some((word) => word !== undefined && argv.includes(word))

/**
 * Builds the command line: the contract's admin routes as nouns and verbs, and the tasks. With `argv` only nouns that it
 * names have their verbs.
 */
export const createProgram = (environment: CliEnvironment, argv?: string[]): Command => {
  const program = new Command('openauth')
    .description('Administer an OpenAuth server from the terminal')
    .version(version, '--version', 'show the version of this program')
    .option('--endpoint <url>', 'the server')
    .option('--profile <name>', 'the server and session saved with openauth profiles')
    .option('--json', 'print the data as JSON')
    .option('--verbose', 'print every request and request ids')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true, styleTitle: (text) => `\u001b[1m${text}\u001b[22m` })
    .configureOutput(outputFor(environment))
    .exitOverride()
    .addHelpText('after', closing)
  helpWithoutVerb(program)
  const open = async () => (await import('./context.ts')).openContext(environment, program.opts<GlobalFlags>())
  program.commandsGroup(SERVER_AND_SESSION)
  for (const task of tasks) addTask(program, task, open)
  for (const group of taskGroups) addTaskGroup(program, group, open)
  addHelp(program)
  for (const noun of outline) {
    program.commandsGroup(`${noun.section ?? 'Nouns'}:`)
    addNoun(program, noun, open, isMeantBy(argv, noun))
  }
  for (const noun of outline) {
    const parent = program.commands.find((command) => command.name() === noun.below?.[0])
    if (parent) addNoun(parent, noun, open, isMeantBy(argv, noun), noun.below![1])
  }
  program.commandsGroup(SERVER_AND_SESSION)
  addCompletion(program, environment)
  return program
}
