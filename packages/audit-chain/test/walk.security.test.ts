import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type AuditLine,
  type ChainedLine,
  checkerOf,
  createWalk,
  digestOf,
  GENESIS,
  hashOf,
  headStatement,
  signerOf,
} from '../src/index.ts'

const signer = signerOf(randomBytes(32))

const line = (action: string): AuditLine => ({
  id: randomUUID(),
  createdAt: 1_767_225_600_000,
  actor: 'admin',
  actorId: '1',
  action,
  appId: null,
  targetId: null,
  ip: '203.0.113.9',
  details: { b: [1, { z: null, a: 'x' }], a: true },
  restoredAt: null,
})

/** A chain with a signature at each third link, and at the last. */
const chainOf = (lines: AuditLine[], by = signer): ChainedLine[] => {
  let { hash } = GENESIS
  return lines.map((each, index) => {
    const link = { seq: index + 1, chainedAt: 1_767_225_601_000 }
    hash = hashOf(hash, { ...link, digest: digestOf(each) })
    const isSigned = (index + 1) % 3 === 0 || index === lines.length - 1
    return { ...link, hash, line: each, signature: isSigned ? by.sign(headStatement({ ...link, hash })) : null }
  })
}

const walked = async (links: ChainedLine[]) => {
  const walk = createWalk(GENESIS, checkerOf(signer.key))
  for (const link of links) await walk.add(link)
  const { held, failed, first } = walk.end()
  return { held, failed, fault: first?.fault, seq: first?.seq }
}

const honest = () => chainOf(Array.from({ length: 9 }, (_, index) => line(`app.${index}`)))
const at = (links: ChainedLine[], index: number, change: (link: ChainedLine) => Partial<ChainedLine>) =>
  links.map((link, place) => (place === index ? { ...link, ...change(link) } : link))

describe('a walk along the chain', () => {
  test('proves every line of an honest chain, in whatever order its details have their names', async () => {
    const links = honest().map((link) => ({
      ...link,
      line: { ...link.line!, details: { a: true, b: [1, { a: 'x', z: null }] } },
    }))
    expect(await walked(links)).toEqual({ held: 9, failed: 0, fault: undefined, seq: undefined })
  })

  test('a line changed: the lines before it have only its link as a proof, back to the last signature', async () => {
    const links = at(honest(), 4, (link) => ({ line: { ...link.line!, actorId: '2' } }))
    expect(await walked(links)).toEqual({ held: 7, failed: 2, fault: 'line_changed', seq: 5 })
  })

  test.each([
    ['its time', { createdAt: 1 }],
    ['its address', { ip: null }],
    ['its mark of a restore', { restoredAt: 5 }],
    ['an inner detail', { details: { b: [1, { z: null, a: 'y' }], a: true } }],
  ])('a line changed in %s', async (_, change) => {
    expect(await walked(at(honest(), 3, (link) => ({ line: { ...link.line!, ...change } })))).toMatchObject({
      fault: 'line_changed',
      seq: 4,
    })
  })

  test('a line removed, whose link stays', async () => {
    expect(await walked(at(honest(), 4, () => ({ line: null })))).toMatchObject({ fault: 'line_removed', seq: 5 })
  })

  test('a line removed with its link', async () => {
    const links = honest().filter(({ seq }) => seq !== 5)
    expect(await walked(links)).toEqual({ held: 6, failed: 3, fault: 'link_removed', seq: 5 })
  })

  test('a line inserted: every later link would have another number', async () => {
    const links = honest()
    const forged = { ...links[4]!, line: line('admin.create') }
    const shifted = links.slice(4).map((link) => ({ ...link, seq: link.seq + 1 }))
    expect(await walked([...links.slice(0, 4), forged, ...shifted])).toMatchObject({ fault: 'line_changed', seq: 5 })
  })

  test('two lines moved to the places of each other', async () => {
    const links = honest()
    const moved = at(
      at(links, 3, () => ({ line: links[4]!.line })),
      4,
      () => ({ line: links[3]!.line }),
    )
    expect(await walked(moved)).toMatchObject({ fault: 'line_changed', seq: 4 })
  })

  test('all hashes written anew by somebody without the key', async () => {
    const forger = signerOf(randomBytes(32))
    const lines = honest().map((link) => ({ ...link.line!, actorId: '2' }))
    expect(await walked(chainOf(lines, forger))).toEqual({ held: 0, failed: 9, fault: 'signature_invalid', seq: 3 })
    const unsigned = chainOf(lines).map((link) => ({ ...link, signature: null }))
    expect(await walked(unsigned)).toMatchObject({ held: 0, failed: 9, fault: 'unsigned' })
  })

  test('a head forged at the end: a link that nobody signed', async () => {
    const links = chainOf([...honest().map((link) => link.line!), line('admin.create')])
    const forged = links.map((link) => (link.seq === 10 ? { ...link, signature: null } : link))
    expect(await walked(forged)).toEqual({ held: 9, failed: 1, fault: 'unsigned', seq: 10 })
  })

  test('a signature copied to another link', async () => {
    const links = honest()
    const copied = at(links, 4, () => ({ signature: links[5]!.signature }))
    expect(await walked(copied)).toMatchObject({ fault: 'signature_invalid', seq: 5 })
  })

  test('a digest stands for a line that an extract leaves out', async () => {
    const links = at(honest(), 4, (link) => ({ line: null, digest: digestOf(link.line!) }))
    expect(await walked(links)).toMatchObject({ held: 9, failed: 0 })
  })
})
