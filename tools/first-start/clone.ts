// Fresh clones of this checkout, changes that are not committed included.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../install.mjs'

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 })

const applyChanges = (folder: string) => {
  const changes = git(root, 'diff', '--binary', 'HEAD')
  if (changes !== '') execFileSync('git', ['-C', folder, 'apply', '--index'], { input: changes })
  for (const file of git(root, 'ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean))
    cpSync(join(root, file), join(folder, file))
  // What is in the index survives a reset.
  git(folder, 'add', '--all')
}

/** Clones into a folder that is not there yet. Nothing is installed in it. */
export const clone = (folder: string): string => {
  mkdirSync(dirname(folder), { recursive: true })
  execFileSync('git', ['clone', '--quiet', root, folder])
  applyChanges(folder)
  return folder
}

const moduleFolders = (): string[] =>
  ['.', ...readdirSync(root), ...readdirSync(join(root, 'tools')).map((name) => `tools/${name}`)]
    .map((name) => join(name, 'node_modules'))
    .filter((name) => name === 'node_modules' || !name.startsWith('node_modules'))
    .filter((name) => existsSync(join(root, name)))

/** Says that what is installed is what the lock asks for, as an install does (../install.mjs). */
const markInstalled = (folder: string) => {
  const cache = join(folder, 'node_modules/.cache/openauth')
  const lock = readFileSync(join(folder, 'package-lock.json'))
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'installed'), createHash('sha256').update(lock).digest('hex'))
}

/** Puts this checkout's installed modules into a clone as hard links, without what was built or remembered beside them. */
export const linkModules = (folder: string): string => {
  for (const name of moduleFolders()) {
    execFileSync('cp', ['-al', join(root, name), join(folder, name)])
    for (const written of ['.cache', '.vite', '.vite-temp'])
      rmSync(join(folder, name, written), { recursive: true, force: true })
  }
  markInstalled(folder)
  return folder
}

/** Makes an installed clone what it was before it was started for the first time. */
export const reset = (folder: string): string => {
  git(folder, 'clean', '-xfdq', '-e', 'node_modules')
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true })
  markInstalled(folder)
  return folder
}
