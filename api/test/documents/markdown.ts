// The commands that the documents tell their readers to run.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from '../../src/paths.ts'

export interface Command {
  /** Where it begins, `README.md:24`. */
  place: string
  text: string
}

export interface Block {
  /** Where its fence stands. */
  place: string
  commands: Command[]
  /** Why nobody can run it here: what follows `no-run:` behind the fence's language. */
  noRun: string | undefined
}

const notSources = /^(node_modules|dist|dist-dev|out|data|data-dev|\.git|\.openauth-.*)$/

/** Every source file below a folder, as paths below the root. */
export const filesIn = (folder = '.'): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !notSources.test(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : [path]
    })

/** Every document: those of the root, of docs/, and the README of each folder. */
export const documents = (): string[] =>
  filesIn()
    .filter((path) => path.endsWith('.md'))
    .toSorted()

export const readDocument = (path: string): string => readFileSync(join(root, path), 'utf8')

/** A command a line; a line that ends in a backslash goes on. */
const commandsIn = (document: string, firstLine: number, lines: string[]): Command[] => {
  const commands: Command[] = []
  let open: Command | undefined
  for (const [index, line] of lines.entries()) {
    if (open) open.text += `\n${line}`
    else if (/^\s*(#.*)?$/.test(line)) continue
    else commands.push((open = { place: `${document}:${firstLine + index}`, text: line }))
    if (!line.endsWith('\\')) open = undefined
  }
  return commands
}

/** The blocks of shell commands of a document: fences of `sh`, `bash` and `console`, where `$ ` begins a command. */
export const shellBlocks = (document: string, text: string): Block[] => {
  const fence = /^```(sh|bash|console|shell)\b[ \t]*(.*)\n([\s\S]*?)^```$/gm
  return [...text.matchAll(fence)].map((match) => {
    const [, language, info = '', code = ''] = match
    const line = text.slice(0, match.index).split('\n').length
    const lines = code.split('\n').slice(0, -1)
    const shown = language === 'console' ? lines.map((text) => /^\$ (.*)/.exec(text)?.[1] ?? '') : lines
    const [, noRun] = /^no-run: (.{10,})$/.exec(info) ?? []
    if (info !== '' && noRun === undefined)
      throw new Error(`${document}:${line}: "no-run: reason" is all a fence may say`)
    return { place: `${document}:${line}`, commands: commandsIn(document, line + 1, shown), noRun }
  })
}

/** The commands that a document names in its sentences, between backticks. */
export const inlineCommands = (document: string, text: string): Command[] => {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ' '))
  return [...prose.matchAll(/`((?:npx |npm |openauth )[^`]+)`/g)].map((match) => ({
    place: `${document}:${prose.slice(0, match.index).split('\n').length}`,
    text: match[1]!.replaceAll(/\s+/g, ' '),
  }))
}
