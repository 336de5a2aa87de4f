import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../api/src/paths.ts'
import { verbDataOf } from '../src/commands/nouns.ts'
import type { CommandSpec } from '../src/command-spec.ts'
import { derivedOutline } from '../src/derive-outline.ts'
import { createOperator, fakeServer } from './cli.ts'

const specs = derivedOutline.flatMap(({ details }) => details.commands)
const id = '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab'

interface Example {
  input: Record<string, unknown>
  answer: { data?: unknown; meta?: unknown }
}

/** The recorded call of a route. */
const exampleOf = ({ group, verb }: CommandSpec): Example | undefined => {
  const examples = JSON.parse(readFileSync(join(root, 'client/examples', `${group}.json`), 'utf8')) as Record<
    string,
    Example
  >
  return examples[verb]
}

/** A line of the help of a command: usage, then the options without their descriptions. */
const compactHelp = (help: string): string => {
  const usage = help.split('\n')[0]!.replace('Usage: openauth ', '').replace(' [options]', '')
  const own = help.split('\nGlobal Options:')[0]!.split('\nOptions:')[1] ?? ''
  const options = [...own.matchAll(/^ {2}((?:-\w, )?--\S+(?: [<[][^\s\]>]+[\]>])?)/gm)].map(([, option]) => option!)
  return [usage, ...options.filter((option) => !option.includes('--help')).map((option) => `    ${option}`)].join('\n')
}

test('the help of every command', async () => {
  const { openauth } = await createOperator()
  const texts: string[] = []
  for (const { noun, name } of specs)
    texts.push(compactHelp((await openauth([...noun.split(' '), name, '--help'])).stdout))
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('snapshots/help.txt')
})

test.each([
  ['top', []],
  ['partner', ['partner']],
  ['user', ['user']],
  ['app', ['apps', 'create']],
  ['app-pull', ['apps', 'pull']],
  ['app-diff', ['apps', 'diff']],
  ['app-push', ['apps', 'push']],
])('the help of %s on 80 columns', async (name, words) => {
  const { openauth } = await createOperator({ columns: 80 })
  await expect((await openauth([...words, '--help'])).stdout).toMatchFileSnapshot(`snapshots/help-${name}.txt`)
})

/** Longer outputs are cut, so that the snapshot stays readable. */
const MOST_LINES = 12

/** Ids, keys and signatures differ from one recording to the next, and so do the widths of their columns. */
const withoutIds = (text: string): string =>
  text.replace(/[\w-]{20,}/g, (word) => (/\d/.test(word) ? '<id>' : word)).replace(/(\S) {3,}/g, '$1  ')

const compactOutput = (stdout: string): string => {
  const lines = withoutIds(stdout).trimEnd().split('\n')
  const shown = lines.map((line) => (line.length > 160 ? `${line.slice(0, 159)}…` : line))
  const rest = shown.length > MOST_LINES ? [`… ${shown.length - MOST_LINES} more`] : []
  return [...shown.slice(0, MOST_LINES), ...rest].join('\n')
}

/** The fields of a call that takes no file, as flags. */
const flagsFor = ({ flags, positional }: CommandSpec, input: Example['input']): string[] =>
  flags
    .filter(({ key }) => key !== 'appId' && !positional.some(({ flag }) => flag.key === key))
    .flatMap(({ key, name }) =>
      ['string', 'number'].includes(typeof input[key]) ? [`--${name}`, String(input[key])] : [],
    )

/** The output of a command to the recorded answer of its call. */
const outputOf = async (spec: CommandSpec): Promise<string> => {
  const example = exampleOf(spec)
  if (!example) return '(no recorded call)'
  const { fetch } = fakeServer(({ url }) => ({
    body: url.pathname === '/admin/apps' && spec.group !== 'apps' ? { data: [] } : example.answer,
  }))
  const credentials = {
    OPENAUTH_TOKEN: 'a.b.c',
    OPENAUTH_APP_SECRET: `oa_${'0'.repeat(32)}`,
    OPENAUTH_USER_TOKEN: 'a.b.c',
  }
  const { openauth } = await createOperator({ fetch, env: { ...credentials, OPENAUTH_PASSWORD: 'long enough 1' } })
  const args = spec.positional.flatMap(({ flag: { key, choices, kind }, required }) => {
    const given = example.input[key]
    if (!required && given === undefined) return []
    return [String((given as string | number | undefined) ?? choices?.[0] ?? (kind === 'integer' ? 1 : id))]
  })
  const positional = new Set(spec.positional.filter(({ required }) => required).map(({ flag }) => flag.key))
  const { code, stdout, stderr } = await openauth(
    [...spec.noun.split(' '), spec.name, ...args, '--utc'].concat(
      spec.flags.some(({ key }) => key === 'appId') ? ['--app', id] : [],
      spec.takesFile ? ['--input', '-'] : flagsFor(spec, example.input),
      spec.confirms ? ['--yes'] : [],
    ),
    {
      stdin: JSON.stringify(Object.fromEntries(Object.entries(example.input).filter(([key]) => !positional.has(key)))),
    },
  )
  return [compactOutput(stdout), ...(code === 0 ? [] : [`exit ${code}: ${stderr}`])].join('\n').trim()
}

test('the output of every command to the recorded answers', async () => {
  const texts: string[] = []
  const isOneCall = (spec: CommandSpec) => !spec.batches && !spec.cursorBatches && !verbDataOf(spec).watches
  for (const spec of specs.filter(isOneCall)) texts.push(`$ ${spec.noun} ${spec.name}\n${await outputOf(spec)}`)
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('snapshots/output.txt')
})
