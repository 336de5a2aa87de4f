import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readSettings } from './env.ts'
import { mmdbOf } from './lib/mmdb.testing.ts'
import { openResources } from './open-resources.ts'
import { freePort, testDatabase } from './testing.ts'

let folder: string
let database: { url: string }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-data-'))
  database = await testDatabase()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

const opening = (environment: Record<string, string>) =>
  openResources(readSettings({ NODE_ENV: 'test', OPENAUTH_DATA_DIR: folder, ...environment }))
const refusal = (message: RegExp) =>
  expect.objectContaining({ name: 'SettingsError', message: expect.stringMatching(message) })

test.each(['file', 'file/data'])(
  'L6: a data folder that is a file or lies in one is named as such: %s',
  async (name) => {
    await writeFile(join(folder, 'file'), '')
    const opened = opening({ OPENAUTH_DATA_DIR: join(folder, name), DATABASE_URL: database.url })
    await expect(opened).rejects.toEqual(
      refusal(/^The data folder .* is a file, or lies in one .* OPENAUTH_DATA_DIR .*$/),
    )
  },
)

test('a file of places that is missing, damaged or of another kind is refused by its name', async () => {
  const refused = async (name: string, content: Buffer | undefined, reason: RegExp) => {
    const file = join(folder, name)
    if (content) await writeFile(file, content)
    const opened = opening({ OPENAUTH_GEOIP_FILE: file, DATABASE_URL: database.url })
    const message = new RegExp(`^OPENAUTH_GEOIP_FILE: ${file} cannot be used \\(${reason.source}\\)\\. Name a file .*$`)
    await expect(opened).rejects.toEqual(refusal(message))
  }
  const places = mmdbOf({ '8.0.0.0/8': { country: { iso_code: 'US' } } })
  await refused('missing.mmdb', undefined, /ENOENT/)
  await refused('empty.mmdb', Buffer.alloc(0), /it is empty/)
  await refused('text.mmdb', Buffer.from('DE Berlin\n'.repeat(100)), /it is not in MaxMind's format, .*/)
  await refused('packed.mmdb', gzipSync(places), /it is packed/)
  await refused('short.mmdb', places.subarray(0, -200), /it is not in MaxMind's format, .*/)
  await refused('hollow.mmdb', places.subarray(400), /it is damaged/)
  await refused('asn.mmdb', mmdbOf({ '8.0.0.0/8': { asn: 1 } }, 'GeoLite2-ASN'), /it is a GeoLite2-ASN database.*/)
})

const changed = (change: (url: URL) => void) => {
  const url = new URL(database.url)
  change(url)
  return url.href
}

test('L6: a database that is unreachable, missing or refuses the user is reported in one line, without its password', async () => {
  const port = await freePort()
  const dead = opening({ DATABASE_URL: `postgresql://me:secret-word@localhost:${port}/openauth` })
  await expect(dead).rejects.toEqual(refusal(/^No database answers at localhost:\d+ \(ECONNREFUSED\)\. .*$/))
  await expect(dead).rejects.not.toEqual(refusal(/secret-word/))
  const missing = opening({ DATABASE_URL: changed((url) => (url.pathname = '/not_there')) })
  await expect(missing).rejects.toEqual(refusal(/^There is no database not_there at .*CREATE DATABASE "not_there".*$/))
  const stranger = opening({ DATABASE_URL: changed((url) => (url.username = 'nobody_here')) })
  await expect(stranger).rejects.toEqual(refusal(/^The database at .* refuses the user nobody_here \(28.*\)\. .*$/))
})

test('keys that cannot be opened end the start, and the database that starts beside them', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'openauth-damaged-'))
  const keyring = join(dataDir, 'keyring.json')
  await writeFile(keyring, '{"keys":', { mode: 0o400 })
  const opened = opening({ OPENAUTH_DATA_DIR: dataDir, OPENAUTH_KEYRING_FILE: keyring })
  await expect(opened).rejects.toMatchObject({ name: 'CustodyError' })
  await expect(stat(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
  await rm(dataDir, { recursive: true })
})

test('what may work while the database starts or is reached is called once', async () => {
  const meanwhile = vi.fn<() => void>()
  const settings = readSettings({ NODE_ENV: 'test', OPENAUTH_DATA_DIR: folder, DATABASE_URL: database.url })
  const resources = await openResources(settings, { meanwhile })
  await resources.close()
  expect(meanwhile).toHaveBeenCalledTimes(1)
})
