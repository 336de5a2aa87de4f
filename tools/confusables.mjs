// `node tools/confusables.mjs`: writes Unicode's table of confusable characters (UTS #39, confusables.txt) from the ICU data
// inside this Node, which has it in the binary form of ICU4C (i18n/uspoof_impl.h). Run it with the newest Node at hand.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const MAGIC = 0x3845fdef
const node = readFileSync(process.execPath)
const little = Buffer.alloc(4)
little.writeUInt32LE(MAGIC)

// SpoofDataHeader: magic, format version, length, then pairs of offset and count for keys, values and strings.
const start = node.indexOf(little)
if (start < 0) throw new Error('This Node has no ICU data about confusable characters')
const at = (/** @type {number} */ index) => node.readInt32LE(start + 4 * index)
const [keys, keyCount, values, strings, stringLength] = [at(3), at(4), at(5), at(7), at(8)]
const text = (/** @type {number} */ offset, /** @type {number} */ units) =>
  node.toString('utf16le', start + offset, start + offset + 2 * units)

/** @type {Map<string, string>} */
const prototypes = new Map()
for (let index = 0; index < keyCount; index += 1) {
  const key = node.readInt32LE(start + keys + 4 * index)
  const source = String.fromCodePoint(key & 0xffffff)
  const length = (key >>> 24) + 1
  const value = node.readUInt16LE(start + values + 2 * index)
  if (length > 1 && value + length > stringLength) throw new Error('The ICU data is of another format')
  prototypes.set(source, length === 1 ? String.fromCharCode(value) : text(strings + 2 * value, length))
}
if (prototypes.get('а') !== 'a' || prototypes.get('m') !== 'rn') throw new Error('The ICU data is of another format')

// Names are NFKC, and skeletons are made over NFD: what neither form holds is never looked up.
const held = [...prototypes].filter(([source]) => source.normalize('NFKC').normalize('NFD') === source)
const codePoint = (/** @type {string} */ character) => character.codePointAt(0) ?? 0
const sorted = held.toSorted(([a], [b]) => codePoint(a) - codePoint(b))
const table = { unicode: process.versions.unicode, prototypes: Object.fromEntries(sorted) }
const file = join(root, 'api/src/lib/lookalikes/confusables.json')
writeFileSync(file, `${JSON.stringify(table, null, 1)}\n`)
console.error(`${sorted.length} characters of Unicode ${table.unicode}`)
