import { Command, type OutputConfiguration } from 'commander'
import { addTask } from './add-task.ts'
import { commandAt } from './command-at.ts'
import { nounTasks, tasks } from './commands/tasks.ts'
import { addCompletion } from './completion/index.ts'
import type { GivenInput } from './input.ts'
import { addCommand, examplesText, helpWithoutVerb, type Open } from './noun-commands.ts'
import { wordsOf } from './noun-words.ts'
import type { LoadedNouns } from './nouns-of-line.ts'
import type { NounOutline } from './noun-outline.ts'
import { outline } from './outline.ts'
import { closingOf } from './program-help.ts'
import { hasColors, stylesFor } from './styles.ts'
import { version } from './version.ts'
import { wrapWords } from './wrap-words.ts'
import type { GlobalFlags, OutputStream, CliEnvironment } from './cli-environment.ts'
import { helpLayout } from './help-layout.ts'

interface Line {
  loaded: LoadedNouns
  nested: GivenInput['nested']
}

const addNoun = (parent: Command, noun: NounOutline, line: Line, open: Open, name = noun.name): void => {
  const { loaded, nested } = line
  const command = parent.command(name).description(noun.summary).helpCommand(false)
  helpWithoutVerb(command)
  const details = loaded.get(wordsOf(noun))
  if (!details) return
  command.addHelpText('after', examplesText(details.examples))
  for (const spec of details.commands) addCommand(command, spec, nested, open)
  for (const task of nounTasks[wordsOf(noun)] ?? []) addTask(command, task, nested, open)
}

const namespaces = {
  partner: {
    summary: "What a partner's server calls with an app secret: its users, wallets and sends",
    credential:
      'Each call needs a secret of the app. It comes from OPENAUTH_APP_SECRET or --app-secret-stdin. Without them your admin session reveals the secret of the app that --app names, or that openauth use saved: the server audits that, the secret is used for one call, and it is neither printed nor kept.',
    examples: [],
  },
  user: {
    summary: 'What a user calls with a user token: login, account, wallets and the game, for support and tests',
    credential:
      'Each call but logins and public data needs a user token, from OPENAUTH_USER_TOKEN or --user-token-stdin. Operators look after users with openauth users.',
    examples: [
      'openauth user login username --app "My app" --username ada --password @file --query token',
      'openauth user account profile',
    ],
  },
} as const

/** `openauth user get` is a mistyped `openauth users get` more often than not. */
const pointToUsers = (command: Command): void => {
  const { outputError } = command.configureOutput()
  const hint = 'Operators look after users with: openauth users'
  command.configureOutput({
    outputError: (text, write) =>
      outputError!(text.includes('unknown command') ? `${text.trimEnd()}\n${hint}\n` : text, write),
  })
}

/** Adds the word below which calls of partners or users stand. */
const addNamespace = (program: Command, name: 'partner' | 'user', line: Line, open: Open): void => {
  const { summary, credential, examples: shown } = namespaces[name]
  const command = program.command(name).description(summary).helpCommand(false)
  const width = command.configureOutput().getOutHelpWidth?.() ?? 100
  command.addHelpText(
    'after',
    ['', ...wrapWords(credential, width)].join('\n') + examplesText(shown).replace(/^\n/, '\n\n'),
  )
  helpWithoutVerb(command)
  if (name === 'user') pointToUsers(command)
  for (const noun of outline) {
    if (noun.under !== name) continue
    command.commandsGroup(`${noun.section ?? 'Nouns'}:`)
    addNoun(command, noun, line, open)
  }
}

const addNouns = (program: Command, line: Line, open: Open): void => {
  for (const noun of outline) {
    if (noun.under !== undefined) continue
    program.commandsGroup(`${noun.section ?? 'Nouns'}:`)
    addNoun(program, noun, line, open)
  }
  for (const noun of outline) {
    const parent = program.commands.find((command) => command.name() === noun.below?.[0])
    if (parent) addNoun(parent, noun, line, open, noun.below![1])
  }
  program.commandsGroup('Partners and users:')
  addNamespace(program, 'partner', line, open)
  addNamespace(program, 'user', line, open)
}

/** `openauth help <command>` is `openauth <command> --help`. */
const addHelp = (program: Command): void => {
  program
    .command('help')
    .description('Show the help of a command')
    .argument('[command...]', 'such as: apps create')
    .action((words: string[]) => commandAt(program, words).outputHelp())
}

/** Descriptions of options and commands are wrapped beside their names down to this width. */
const LEAST_WIDTH = 14

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

/** Builds the command line: the contract's routes as nouns and verbs, and the tasks. */
export const createProgram = (environment: CliEnvironment, line: Line): Command => {
  const program = new Command('openauth')
    .description('Administer an OpenAuth server from the terminal')
    .version(version, '--version', 'show the version of this program')
    .option('--endpoint <url>', 'the server')
    .option('--profile <name>', 'the server and session saved with openauth profiles')
    .option('--json', 'print the data as JSON')
    .option('--fields <names>', 'print these fields only, such as: id,name,brand.color')
    .option('--query <expression>', 'print what a JMESPath expression selects of the JSON')
    .option('--csv', 'print rows as CSV')
    .option('--tsv', 'print rows as tab-separated values')
    .option('-q, --quiet', 'print ids only, one a line, and no notes')
    .option('--utc', 'print times in UTC in place of the local time zone')
    .option('--approval-reason <text>', 'why you ask for it, where another admin has to approve it')
    .option('--wait', 'where another admin has to approve it: wait for that')
    .option('--verbose', 'print every request and request ids')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({
      ...helpLayout,
      showGlobalOptions: true,
      minWidthToWrap: LEAST_WIDTH,
      styleTitle: (text) => `\u001b[1m${text}\u001b[22m`,
    })
    .configureOutput(outputFor(environment))
    .exitOverride()
  program.addHelpText('after', () => closingOf(program, helpWidth(environment.stdout)))
  helpWithoutVerb(program)
  const open = async () => (await import('./context.ts')).openContext(environment, program.opts<GlobalFlags>())
  program.commandsGroup(SERVER_AND_SESSION)
  for (const task of tasks) addTask(program, task, line.nested, open)
  addHelp(program)
  addNouns(program, line, open)
  program.commandsGroup(SERVER_AND_SESSION)
  addCompletion(program, environment)
  return program
}
