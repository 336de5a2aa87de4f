import { describeProgram, type Described } from './describe.ts'

/** Text as troff takes it: nothing in it is a request or an escape (groff(7), man(7)). */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replaceAll(/^\./gm, '\\&.')

const line = (text: string): string => escaped(text.replaceAll(/\s+/g, ' ').trim())

const verbatim = (text: string): string[] => ['.PP', '.RS', '.nf', escaped(text), '.fi', '.RE']

const itemsOf = ({ arguments: args, options }: Pick<Described, 'arguments' | 'options'>): string[] =>
  [...args.map(({ name, text }) => [name, text] as const), ...options.map(({ flags, text }) => [flags, text] as const)]
    .filter(([, text]) => text !== '')
    .flatMap(([name, text]) => ['.TP', `.B "${line(name).replaceAll('"', '\\(dq')}"`, line(text)])

const commandOf = (command: Described): string[] => [
  `.SS "${line(command.name)}"`,
  `.B "${line(command.usage)}"`,
  ...command.text.split(/\n\n+/).flatMap((part) => ['.PP', line(part)]),
  ...itemsOf(command),
  ...(command.more ? verbatim(command.more) : []),
]

const exitCodes = [
  ['0', 'Done.'],
  ['1', 'Failed.'],
  ['2', 'Wrong use; nothing was sent.'],
  ['4', 'Not signed in.'],
  ['130', 'Interrupted.'],
]

/** The manual page openauth(1). */
export const manOf = async (version: string): Promise<string> => {
  const { program, sections } = await describeProgram()
  return [
    '.\\" Made by npm run reference from the data of the commands.',
    `.TH OPENAUTH 1 "" "openauth ${escaped(version)}" "OpenAuth"`,
    '.SH NAME',
    'openauth \\- administer an OpenAuth server from the terminal',
    '.SH SYNOPSIS',
    `.B "${line(program.usage)}"`,
    '.SH DESCRIPTION',
    line(`${program.text}. Results go to standard output, everything else to standard error.`),
    '.SH OPTIONS',
    ...itemsOf(program),
    ...sections.flatMap(({ title, groups }) => [
      `.SH "${line(title === 'Nouns' ? 'Commands' : title).toUpperCase()}"`,
      ...groups.flatMap(({ commands, ...group }) => [...commandOf(group), ...commands.flatMap(commandOf)]),
    ]),
    '.SH ENVIRONMENT, EXAMPLES',
    ...verbatim(program.more),
    '.SH FILES',
    '.TP',
    '.I ~/.config/openauth/profiles.json',
    line('Servers, sessions and settings. Tokens are in it where no keychain of the system answers.'),
    '.TP',
    '.I ~/.config/openauth/pulled/',
    line('What the server had when a file of an app was last pulled or pushed, without secrets.'),
    '.TP',
    '.I openauth.yaml',
    line('The file of an app, in the folder of the project: openauth apps pull.'),
    '.SH EXIT STATUS',
    ...exitCodes.flatMap(([code, text]) => ['.TP', `.B ${code}`, text]),
    '',
  ].join('\n')
}
