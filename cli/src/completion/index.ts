import type { Command } from 'commander'
import type { CliEnvironment, GlobalFlags } from '../cli-environment.ts'
import { wrongUse } from '../failure.ts'
import { candidatesAfter, type Candidates } from './candidates.ts'
import { scripts, shells } from './scripts.ts'

/** The flags for the server that are on the line already. */
const globalsIn = (words: string[]): GlobalFlags => {
  const valueOf = (flag: string) => {
    const at = words.lastIndexOf(flag)
    return at >= 0 ? words[at + 1] : words.findLast((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1)
  }
  const [endpoint, profile] = [valueOf('--endpoint'), valueOf('--profile')]
  return { ...(endpoint === undefined ? {} : { endpoint }), ...(profile === undefined ? {} : { profile }) }
}

/** Names that the server or the profiles file has; none where anything is wrong, since nobody asked for an error. */
const namesOf = async (environment: CliEnvironment, named: Candidates['named'], words: string[]): Promise<string[]> => {
  if (named === undefined) return []
  const { appNames, profileNames } = await import('./names.ts')
  return (named === 'app' ? appNames(environment, globalsIn(words)) : profileNames(environment)).catch(() => [])
}

const complete = async (
  environment: CliEnvironment,
  program: Command,
  words: string[],
  isDescribed: boolean,
): Promise<void> => {
  const { words: known, named } = candidatesAfter(program, words)
  const names = await namesOf(environment, named, words)
  const lines = known.map(({ text, description }) => (isDescribed && description ? `${text}\t${description}` : text))
  environment.stdout.write([...names, ...lines].map((line) => `${line}\n`).join(''))
}

/** Adds the command that prints a shell's completion script, and the hidden command that the scripts call. */
export const addCompletion = (program: Command, environment: CliEnvironment): void => {
  const { stdout } = environment
  program
    .command('completion')
    .description('Print the completion script of a shell')
    .argument('<shell>', shells.join(', '))
    .addHelpText(
      'after',
      `
Examples:
  source <(openauth completion bash)
  source <(openauth completion zsh)
  openauth completion fish | source
  openauth completion powershell | Out-String | Invoke-Expression`,
    )
    .action((shell: string) => {
      const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
      if (script === undefined)
        throw wrongUse(`There is no completion for ${shell}. Supported shells: ${shells.join(', ')}`)
      stdout.write(script)
    })
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .option('--described')
    .action((words: string[], { described = false }: { described?: boolean }) =>
      complete(environment, program, words, described),
    )
}
