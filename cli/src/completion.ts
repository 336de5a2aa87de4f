import type { Command } from 'commander'
import { wrongUse } from './failure.ts'
import type { CliEnvironment } from './cli-environment.ts'

const scripts: Record<string, string> = {
  bash: `_openauth() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(openauth __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _openauth openauth
`,
  zsh: `#compdef openauth
_openauth() {
  compadd -- \${(f)"$(openauth __complete -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)"}
}
compdef _openauth openauth
`,
  fish: `complete -c openauth -f -a '(openauth __complete -- (commandline -opc)[2..-1] 2>/dev/null)'
`,
}

/** The completions after the given words: subcommands, flags, or the values of the last flag. */
const candidatesAfter = (program: Command, words: string[]): string[] => {
  let command = program
  for (const word of words) command = command.commands.find((candidate) => candidate.name() === word) ?? command
  const options = [...command.options, ...(command === program ? [] : program.options)]
  const last = options.find(({ long }) => long === words.at(-1))
  const values = /<([\w|]+\|[\w|]+)>/.exec(last?.flags ?? '')?.[1]
  if (values) return values.split('|')
  const names = command.commands.map((candidate) => candidate.name()).filter((name) => !name.startsWith('__'))
  return [...names, ...options.map(({ long }) => long).filter((long) => typeof long === 'string')]
}

/** Adds the command that prints a shell's completion script, and the hidden command that the scripts call. */
export const addCompletion = (program: Command, { stdout }: Pick<CliEnvironment, 'stdout'>): void => {
  program
    .command('completion')
    .description('Print the completion script of a shell')
    .argument('<shell>', Object.keys(scripts).join(', '))
    .addHelpText('after', '\nExamples:\n  source <(openauth completion bash)\n  openauth completion fish | source')
    .action((shell: string) => {
      const script = scripts[shell]
      if (script === undefined)
        throw wrongUse(`There is no completion for ${shell}. Supported shells: ${Object.keys(scripts).join(', ')}`)
      stdout.write(script)
    })
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => {
      stdout.write(`${candidatesAfter(program, words).join('\n')}\n`)
    })
}
