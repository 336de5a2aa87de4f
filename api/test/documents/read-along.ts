// Does what a document says, command by command.
import { type Block, type Command } from './markdown.ts'
import { kindOf, problemOfLong, readyLineOf } from './kinds.ts'
import {
  type Background,
  openShell,
  type Outcome,
  runInTerminal,
  type Shell,
  startInBackground,
  type World,
} from './shell.ts'

/** What a reader types where a command asks. */
const reader = { username: 'ada', password: 'an analytical engine', passphrase: 'notes on the engine' }

const opened = { question: /Passphrase/, answer: reader.passphrase }
const repeated = { question: /Once more/, answer: reader.passphrase }
const ownPassword = { question: /Password/, answer: reader.password }

const interactive: Record<string, { question: RegExp; answer: string }[]> = {
  'npx openauth setup': [
    { question: /Username/, answer: reader.username },
    { question: /Password/, answer: reader.password },
    { question: /Once more/, answer: reader.password },
  ],
  'npx openauth login': [{ question: /Username/, answer: reader.username }, ownPassword],
  'npx openauth backup "$HOME/openauth.backup.age"': [opened, repeated, ownPassword],
  'npx openauth backup verify "$HOME/openauth.backup.age"': [opened],
  'OPENAUTH_DATA_DIR="${OPENAUTH_DATA_DIR:-data}" npx openauth keys backup "$HOME/openauth.keys.age"': [
    opened,
    repeated,
  ],
  'npx openauth restore "$HOME/openauth.backup.age" --confirm 127.0.0.1:5566': [opened, ownPassword],
}

const withoutComment = (command: string) => command.replace(/\s+#.*$/, '')

/** Documents for readers who have done the first steps of README.md. */
export const afterFirstSteps = [
  'docs/cli.md',
  'docs/audit.md',
  'docs/configuration-as-code.md',
  'docs/game.md',
  'docs/import-users.md',
  'docs/player.md',
  'docs/statistics.md',
  'docs/tokens.md',
  'docs/wallet-policies.md',
  // Its restore ends the session that the others use.
  'docs/backup.md',
]
const firstSteps = ['npm start', 'npx openauth setup', 'npx openauth apps create "My app"', 'npx openauth use "My app"']

/** A block of what comes before those of a document; none where the document begins at the beginning. */
export const blocksBefore = (document: string): Block[] => {
  if (!afterFirstSteps.includes(document)) return []
  const place = `before ${document}`
  return [{ place, commands: firstSteps.map((text) => ({ place, text })), noRun: undefined }]
}

/** A call with curl has failed where its answer has no data. */
const problemOf = ({ text }: Command, { code, stdout, stderr }: Outcome): string | undefined => {
  if (code !== 0) return `exit code ${code}: ${stderr}${stdout}`
  if (!text.startsWith('curl ')) return undefined
  try {
    return (JSON.parse(stdout) as { data?: unknown }).data === undefined ? stdout : undefined
  } catch {
    return `no JSON: ${stdout}`
  }
}

/** A command that waits for something that never comes has failed. Milliseconds. */
const PATIENCE = 120_000

const withinPatience = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no end after ${PATIENCE / 1000} s`)), PATIENCE)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

export interface Reader {
  world: World
  /** Replaces what differs between this world and the document's, such as a port. */
  adapt?: (command: string) => string
}

/** A reader of several documents, each with a shell of its own; programs that run until they are stopped go on. */
export const openReader = ({ world, adapt = (text) => text }: Reader) => {
  let running: Background | undefined
  const startNext = async (text: string) => {
    await running?.stop()
    running = await startInBackground(world, withoutComment(text), readyLineOf(text)!)
  }
  const follow = async (shell: Shell, command: Command): Promise<string | undefined> => {
    const kind = kindOf(command.text)
    if (kind === 'looked up') return problemOfLong(command.text)
    const text = adapt(command.text)
    if (kind === 'until stopped') {
      await startNext(text)
      return undefined
    }
    const answers = interactive[withoutComment(text).replace(/127\.0\.0\.1:\d+/, '127.0.0.1:5566')]
    return problemOf(command, await (answers ? runInTerminal(world, withoutComment(text), answers) : shell.run(text)))
  }
  const read = async (blocks: Block[]): Promise<string[]> => {
    const problems: string[] = []
    const shell = openShell(world)
    try {
      for (const command of blocks.flatMap(({ commands, noRun }) => (noRun === undefined ? commands : []))) {
        const problem = await withinPatience(follow(shell, command)).catch((error: unknown) => String(error))
        if (problem !== undefined) problems.push(`${command.place} ${command.text}\n${problem}`)
      }
    } finally {
      await shell.close()
    }
    return problems
  }
  return { read, close: async () => running?.stop() }
}

/**
 * Runs blocks in their order in one shell, and answers with a line for each command that does not do what the document
 * says. A program that runs until it is stopped is started, and ends the one before it.
 */
export const readAlong = async (blocks: Block[], reader: Reader): Promise<string[]> => {
  const { read, close } = openReader(reader)
  return read(blocks).finally(close)
}
