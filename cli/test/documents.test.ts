import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemOfLong } from '../../api/test/documents/kinds.ts'
import { type Command, documents, inlineCommands, readDocument } from '../../api/test/documents/markdown.ts'
import { root } from '../../api/src/paths.ts'
import { parse } from 'yaml'
import { parseAppFile } from '../src/app-file/parse-file.ts'
import { createOperator } from './cli.ts'

let home: string
let operator: Awaited<ReturnType<typeof createOperator>>
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  operator = await createOperator({}, home)
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** Splits a command into its name and its options. */
const partsOf = (text: string) => {
  const words = text.replace(/^(npx )?openauth /, '').split(' ')
  const end = words.findIndex((word) => !/^[a-z-]+$/.test(word) || word.startsWith('--'))
  const name = end < 0 ? words : words.slice(0, end)
  return { name, options: words.filter((word) => /^--[a-z]/.test(word)) }
}

const problemOfOpenauth = async (text: string): Promise<string | undefined> => {
  const { name, options } = partsOf(text)
  if (name.length === 0) return undefined
  const { code, stdout } = await operator.openauth([...name, '--help'])
  if (code !== 0 || !stdout.startsWith(`Usage: openauth ${name.join(' ')} `))
    return `there is no command ${name.join(' ')}`
  const unknown = options.find((option) => !stdout.includes(`${option} `))
  return unknown && `${name.join(' ')} has no ${unknown}`
}

const problemOf = async ({ text }: Command): Promise<string | undefined> => {
  if (/^(npx )?openauth /.test(text)) return problemOfOpenauth(text)
  const [program, tool = ''] = text.split(' ')
  if (program === 'npm') return problemOfLong(text)
  // A tool with a version in its name is downloaded by npx.
  return tool.includes('@') || existsSync(join(root, 'node_modules/.bin', tool))
    ? undefined
    : `${tool} is not installed`
}

test('L7: the commands that documents name in their sentences exist, with their options', async () => {
  const commands = documents().flatMap((document) => inlineCommands(document, readDocument(document)))
  expect(commands.length).toBeGreaterThan(20)
  const problems = []
  for (const command of commands) {
    const problem = await problemOf(command)
    if (problem) problems.push(`${command.place} ${command.text}: ${problem}`)
  }
  expect(problems).toEqual([])
})

test('the workflow of configuration as code runs commands that exist, and its file is one', async () => {
  const text = readDocument('docs/configuration-as-code.md')
  const [file, workflow] = [...text.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, block]) => block!)
  expect(parseAppFile('the example', file!).values['gameTasks']).toHaveLength(1)
  const { jobs } = parse(workflow!) as { jobs: Record<string, { steps: { run?: string }[] }> }
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = '' }) => run.split(' || ')[0]!))
  const own = commands.filter((command) => command.startsWith('openauth '))
  expect(own).toHaveLength(6)
  expect(await Promise.all(own.map((command) => problemOfOpenauth(command)))).toEqual(own.map(() => undefined))
})

test('a command or an option that does not exist is reported', async () => {
  const found = (text: string) => problemOf({ place: 'here', text })
  expect(await found('openauth keys frobnicate')).toBe('there is no command keys frobnicate')
  expect(await found('openauth keys rotate --standing true')).toBe('keys rotate has no --standing')
  expect(await found('npm run frobnicate')).toBe('package.json has no script frobnicate')
  expect(await found('npx frobnicate')).toBe('frobnicate is not installed')
})
