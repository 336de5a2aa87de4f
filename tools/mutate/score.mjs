// `node tools/mutate/score.mjs`: what the last runs of `npm run mutate` found, as the tables of docs/mutation.md.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'
import { parts } from './parts.mjs'

/**
 * @typedef {object} Mutant of Stryker's report (https://github.com/stryker-mutator/mutation-testing-elements)
 * @property {string} mutatorName
 * @property {string} status
 * @property {string} [replacement]
 * @property {{ start: { line: number, column: number }, end: { line: number, column: number } }} location
 */

/** @type {Record<string, string>} */
const groups = { Killed: 'noticed', Timeout: 'noticed', Survived: 'left', NoCoverage: 'left', Ignored: 'ignored' }

/** The changes of a part, by whether a test noticed them; undefined before its first run. @param {string} name */
const readReport = (name) => {
  const path = join(root, '.openauth-mutate', `${name}.json`)
  if (!existsSync(path)) return undefined
  /** @type {Record<string, { source: string, mutants: Mutant[] }>} */
  const files = JSON.parse(readFileSync(path, 'utf8')).files
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ file, lines: source.split('\n'), group: groups[mutant.status] ?? 'error', ...mutant })),
  )
}

/** @param {string} name */
const rowOf = (name) => {
  const found = readReport(name)
  if (!found) return `| ${name} | not run | | | |`
  const count = (/** @type {string} */ group) => found.filter((each) => each.group === group).length
  const [noticed, left] = [count('noticed'), count('left')]
  const score = ((100 * noticed) / (noticed + left)).toFixed(1)
  return `| ${name} | ${noticed + left} | ${noticed} | ${left} | ${score} % |`
}

/** @param {string} name */
const leftOf = (name) =>
  (readReport(name) ?? [])
    .filter(({ group }) => group === 'left')
    .map(({ file, lines, location: { start, end }, mutatorName, replacement = '' }) => {
      const line = lines[start.line - 1] ?? ''
      const text =
        start.line === end.line ? line.slice(start.column - 1, end.column - 1) : `${line.slice(start.column - 1)} …`
      return `${name} ${file}:${start.line} ${mutatorName}: ${text} → ${replacement.replaceAll(/\s+/g, ' ')}`
    })

const names = Object.keys(parts)
console.log(
  ['| part | changes | noticed | left | score |', '| --- | --- | --- | --- | --- |', ...names.map(rowOf)].join('\n'),
)
console.log(`\n${names.flatMap(leftOf).join('\n')}`)
