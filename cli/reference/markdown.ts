import { describeProgram, type Described } from './describe.ts'

/** Text in a table or a list: on one line, with what Markdown would interpret as it is. */
const inline = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\*_<>|[\]{}]/g, '\\$&')
    .trim()

const code = (text: string): string => `\`${text}\``

const block = (text: string): string[] => ['```text', text, '```', '']

const itemsOf = ({ arguments: args, options }: Pick<Described, 'arguments' | 'options'>): string[] => {
  const items = [
    ...args.map(({ name, text }) => `- ${code(name)}${text ? `: ${inline(text)}` : ''}`),
    ...options.map(({ flags, text }) => `- ${code(flags)}${text ? `: ${inline(text)}` : ''}`),
  ]
  return items.length > 0 ? [...items, ''] : []
}

const paragraphs = (text: string): string[] => text.split(/\n\n+/).flatMap((part) => [inline(part), ''])

const commandOf = (command: Described, depth: number): string[] => [
  `${'#'.repeat(depth)} ${command.name}`,
  '',
  ...paragraphs(command.text),
  ...block(command.usage),
  ...itemsOf(command),
  ...(command.more ? block(command.more) : []),
]

/** docs/cli-reference.md: what `--help` tells of every command. */
export const markdown = async (): Promise<string> => {
  const { program, sections } = await describeProgram()
  const parts = sections.flatMap(({ title, groups }) => [
    `## ${title === 'Nouns' ? 'Commands' : title}`,
    '',
    ...groups.flatMap(({ commands, ...group }) => [
      ...commandOf(group, 3),
      ...commands.flatMap((command) => commandOf(command, 4)),
    ]),
  ])
  const beginning = [
    '<!-- Made by npm run reference from the data of the commands. -->',
    '',
    '# Every command',
    '',
    'What `--help` says of each command. [The command line](cli.md) explains sign-in, servers, output, input and scripts.',
    '',
  ]
  const globals = ['## Options of every command', '', ...itemsOf({ arguments: [], options: program.options })]
  const environment = ['## Examples and environment', '', ...block(program.more)]
  return `${[...beginning, ...globals, ...environment, ...parts].join('\n').trim()}\n`
}
