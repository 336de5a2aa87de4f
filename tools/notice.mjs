// What a bundle is made of, with the licences: most of them ask to be kept with every copy.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Packages whose package.json names no licence, by what their repositories state.
 * @type {Record<string, string>}
 */
export const stated = {
  // https://github.com/changchang/seq-queue/blob/master/LICENSE
  'seq-queue': 'MIT',
  // https://github.com/arv/text-encoding-utf-8/blob/master/LICENSE.md
  'text-encoding-utf-8': 'Unlicense',
  // https://github.com/cloudhead/eyes.js/blob/master/LICENSE
  eyes: 'MIT',
}

/** The folder of the package that a file belongs to; undefined for this repository's own. @param {string} file */
const packageOf = (file) =>
  /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll('\\', '/').replace(/^\0/, ''))?.[0]

/** @param {string} folder */
const describe = (folder) => {
  const { name, version, license, licenses, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const named = typeof license === 'object' ? license?.type : license
  const first = Array.isArray(licenses) ? (licenses[0]?.type ?? licenses[0]) : undefined
  const licence = named ?? stated[name] ?? first
  if (!licence) throw new Error(`${name} names no licence: add what its repository states to tools/notice.mjs`)
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : ''
  const home = typeof repository === 'string' ? repository : (repository?.url ?? '')
  return { title: `${name} ${version}: ${licence}`, home, text }
}

/**
 * The notice of a bundle: a line `name version: licence` for each package in it, its address and its licence.
 * @param {Iterable<string>} files absolute paths of what is bundled
 */
export const noticeOf = (files) => {
  const folders = new Set([...files].flatMap((file) => packageOf(file) ?? []))
  const packages = [...folders].filter((folder) => existsSync(join(folder, 'package.json'))).map(describe)
  const unique = new Map(packages.map((each) => [each.title, each]))
  return [...unique.values()]
    .toSorted((one, other) => one.title.localeCompare(other.title))
    .map(({ title, home, text }) => [title, home, text].filter(Boolean).join('\n\n'))
    .join('\n\n---\n\n')
}

/** Puts NOTICE beside what Vite builds. @returns {import('vite').Plugin} */
export const notice = () => ({
  name: 'notice',
  apply: 'build',
  generateBundle(_, bundle) {
    const files = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    this.emitFile({ type: 'asset', fileName: 'NOTICE', source: noticeOf(files) })
  },
})

/**
 * The same for esbuild.
 * @param {import('esbuild').Metafile} metafile @param {string} folder where its paths begin
 */
export const noticeOfMetafile = (metafile, folder) =>
  noticeOf(
    Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs).map((file) => join(folder, file))),
  )
