import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mmdbOf } from './mmdb.testing.ts'
import { openPlaces } from './place-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-place-file-'))
})
afterAll(() => rm(folder, { recursive: true }))

const open = async (bytes: Buffer) => {
  const file = join(folder, 'places.mmdb')
  await writeFile(file, bytes)
  return openPlaces(file)
}

const file = mmdbOf({ '203.0.113.0/24': { country_code: 'DE' } })
const metadataAt = file.lastIndexOf('MaxMind.com') + 'MaxMind.com'.length

/** The file with one more entry in its metadata: an array of two pointers to the next such array, so many levels deep. */
const withNestedMetadata = (levels: number): Buffer => {
  const metadata = Buffer.from(file.subarray(metadataAt))
  metadata[0]! += 1
  const key = Buffer.from('\x44more', 'latin1')
  const first = metadata.length + key.length
  const arrays = Array.from({ length: levels }, (_, level) => {
    const next = first + (level + 1) * 6
    const pointer = [0x20 | (next >> 8), next & 0xff]
    return Buffer.from([2, 4, ...pointer, ...pointer])
  })
  const emptyText = Buffer.from([0x40])
  return Buffer.concat([file.subarray(0, metadataAt), metadata, key, ...arrays, emptyText])
}

test('metadata whose pointers double the values on each level is refused, and does not occupy the server', async () => {
  const findPlace = await open(withNestedMetadata(2))
  expect(findPlace('203.0.113.9')).toEqual({ country: 'DE', city: null })
  await expect(open(withNestedMetadata(20))).rejects.toThrow('its metadata is too large')
})

test('metadata that only mmdb-lib finds is limited too', async () => {
  const nested = withNestedMetadata(20)
  // The search of mmdb-lib, backwards from the end, does not recognize a marker that a part of a marker follows.
  const other = Buffer.concat([nested.subarray(metadataAt - 14, metadataAt), Buffer.from('mm')])
  await expect(open(Buffer.concat([nested, other]))).rejects.toThrow('its metadata is too large')
})

const heapUsed = (): number => {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

test('lookups of many large records do not fill the memory', async () => {
  const many = Array.from({ length: 16_000 }, () => ({}))
  const networks = Array.from({ length: 50 }, (_, index) => `203.0.${index}`)
  const record = { country_code: 'DE', many }
  const findPlace = await open(mmdbOf(Object.fromEntries(networks.map((network) => [`${network}.0/24`, record]))))
  const before = heapUsed()
  for (const network of networks) expect(findPlace(`${network}.1`)).toEqual({ country: 'DE', city: null })
  expect((heapUsed() - before) / 1_000_000).toBeLessThan(20)
})
