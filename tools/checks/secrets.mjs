// Part of `npm run check`: secrets in the files that git tracks, or would with the next commit. The forms of vendors are those of secretlint;
// beside them stand this server's own, and values of a telling name that look random.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { root } from '../install.mjs'
import { isProgram, report } from './report.mjs'

/**
 * @typedef {object} Found
 * @property {string} file
 * @property {number} line
 * @property {string} rule
 */

/**
 * What looks like a secret and is none, by file and rule.
 * @type {{ file: RegExp, rule: RegExp, why: string }[]}
 */
const allowed = [
  {
    file: /^(client\/examples|cli\/test\/snapshots)\//,
    rule: /^(privatekey|app secret|service token|random value)$/,
    why: 'recorded at a server of one run, whose keys and database are gone',
  },
  {
    file: /^api\/src\/custody\/kek\/aws-kms\.process\.security\.test\.ts$|^player-web\/test\/lib\.test\.ts$/,
    rule: /^basicauth$/,
    why: 'addresses with credentials that have to be refused',
  },
  {
    file: /^api\/src\/lib\/log-tail\.test\.ts$/,
    rule: /^(app secret|random value)$/,
    why: 'the hex digits in their order, which a log has to leave out',
  },
  { file: /^api\/src\/lib\/providers\/settings\.test\.ts$/, rule: /^privatekey$/, why: 'a key of four letters' },
]

const vendors = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] }

/** @param {string} rule */
const shortRule = (rule) => rule.replace('@secretlint/secretlint-rule-', '')

/** @param {string} file @param {string} content @returns {Promise<Found[]>} */
const byVendors = async (file, content) => {
  const { messages } = await lintSource({
    source: { filePath: file, content, ext: '', contentType: 'text' },
    options: { config: vendors },
  })
  return messages.map(({ ruleId, loc }) => ({ file, line: loc.start.line, rule: shortRule(ruleId) }))
}

/** Bits for each character. @param {string} text */
const entropy = (text) => {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
}

/** Random hex has 4 bits a character at most, and about 3.6 with 32 of them; with digits, few words and names have as much. */
const RANDOM_FROM = 3.3

/** Forms of this server (`client/src/contract/facts/`), and what is assigned to a name that tells a secret. */
const ownForms = [
  { rule: 'app secret', form: /\boa_[0-9a-f]{32,}\b/g, isSecret: (/** @type {string} */ text) => entropy(text) > 3 },
  {
    rule: 'service token',
    form: /\boas_[0-9A-Za-z]{30,}\b/g,
    isSecret: (/** @type {string} */ text) => entropy(text) > 4,
  },
  {
    rule: 'random value',
    form: /(?:secret|passw(?:or)?d|api_?key|private_?key|credential|access_?token|refresh_?token)\w*["'`]?\s*[:=]\s*["'`]([\w+/=-]{24,})["'`]/gi,
    isSecret: (/** @type {string} */ text) => entropy(text) > RANDOM_FROM && /\d/.test(text),
  },
]

/** @param {string} content @param {number} index */
const lineAt = (content, index) => content.slice(0, index).split('\n').length

/** @param {string} file @param {string} content @returns {Found[]} */
const byOwnForms = (file, content) =>
  ownForms.flatMap(({ rule, form, isSecret }) =>
    [...content.matchAll(form)]
      .filter(([whole, value]) => isSecret(value ?? whole))
      .map(({ index }) => ({ file, line: lineAt(content, index), rule })),
  )

/** The secrets in the text of a file. @param {string} file path below the root @param {string} content */
export const secretsIn = async (file, content) => {
  const found = [...(await byVendors(file, content)), ...byOwnForms(file, content)]
  return found.filter(({ rule }) => !allowed.some((each) => each.file.test(file) && each.rule.test(rule)))
}

const tracked = () =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))

/** A line for each secret. Without the secret: what is printed is kept in logs. @returns {Promise<string[]>} */
const faults = async () => {
  const lines = []
  for (const file of tracked()) {
    const bytes = readFileSync(join(root, file))
    if (bytes.includes(0)) continue
    const found = await secretsIn(file, bytes.toString())
    lines.push(...found.map(({ line, rule }) => `${file}:${line} ${rule}`))
  }
  return lines
}

if (isProgram(import.meta.url)) {
  // An archive of the sources has no git, and nothing to commit.
  if (existsSync(join(root, '.git'))) report(await faults())
  // secretlint 10 keeps two marks of each call for a profile, and joins them when the event loop is free, at a cost of their square.
  process.exit()
}
