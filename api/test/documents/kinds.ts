// What kind of command a document has: one that is run, one that runs until it is stopped, one that takes too long.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/paths.ts'
import { filesIn } from './markdown.ts'

/** The line that each program writes once it does what it was started for. */
const readyLines: Record<string, RegExp> = {
  'npm start': /OpenAuth is ready at /,
  'npm run dev': /OpenAuth is ready at /,
  'npm run localnet': /Ctrl\+C ends the chains/,
}

/** Without comment, and without the variables before it. */
const bare = (command: string): string =>
  command
    .replace(/\s+#.*$/, '')
    .replace(/^([A-Z_]+=\S* )+/, '')
    .trim()

/** The line to wait for, where the command runs until it is stopped. */
export const readyLineOf = (command: string): RegExp | undefined => readyLines[bare(command)]

/** Those of npm and npx that take long, change the checkout or need the network. The rest of a document is run. */
const isLong = (command: string): boolean => /^(npm |npx (vitest|lighthouse))/.test(bare(command))

const scripts = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
  .scripts

const tests = () => filesIn().filter((path) => /\.test\.(tsx?|mjs)$/.test(path))

/** Whether a file, a folder or a pattern of the shell's has tests. */
const hasTests = (word: string): boolean => {
  const pattern = word
    .split('*')
    .map((part) => part.replaceAll(/[.?+^$()[\]{}|]/g, '\\$&'))
    .join('[^/]*')
  return tests().some((path) => new RegExp(`^${pattern}(/|$)`).test(path))
}

/** The files that npx vitest run is given have tests, and the projects are some of the configuration. */
const problemOfVitest = (words: string[]): string | undefined => {
  const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8')
  for (const [index, word] of words.entries()) {
    const isProject = words[index - 1] === '--project'
    if (isProject && !config.includes(`'${word}'`)) return `there is no project ${word}`
    if (isProject || word === '--project') continue
    if (word.startsWith('-')) return `${word} is not looked up`
    if (!hasTests(word)) return `no test is in ${word}`
  }
  return undefined
}

/** The words after `--` stand in the program that the script runs. */
const problemOfScript = (name: string, words: string[]): string | undefined => {
  const script = scripts[name]
  if (script === undefined) return `package.json has no script ${name}`
  const programs = script.split(/\s+/).filter((word) => existsSync(join(root, word)) && /\.\w+$/.test(word))
  const text = programs.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  const names = words.filter((word) => /^-{0,2}[a-z]/.test(word)).map((word) => word.replace(/^--/, ''))
  const unknown = names.find((word) => !new RegExp(`\\b${word}\\b`).test(text))
  return unknown && `${programs.join(', ')} has no ${unknown}`
}

/** What is wrong with a command that takes too long to run: a script or an option that is not there. */
export const problemOfLong = (command: string): string | undefined => {
  const [program, verb = '', ...words] = bare(command).split(/\s+/)
  if (program === 'npx') return verb === 'vitest' ? problemOfVitest(words.filter((word) => word !== 'run')) : undefined
  if (['ci', 'install', 'prune'].includes(verb)) return undefined
  if (verb !== 'run') return problemOfScript(verb, [])
  const [script = '', dashes, ...options] = words
  if (dashes !== undefined && !['--', '-w'].includes(dashes)) return `${dashes} goes to npm and not to the script`
  return problemOfScript(script, dashes === '--' ? options : [])
}

export type Kind = 'run' | 'until stopped' | 'looked up'

export const kindOf = (command: string): Kind => {
  if (readyLineOf(command)) return 'until stopped'
  return isLong(command) ? 'looked up' : 'run'
}
