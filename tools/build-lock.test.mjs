import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { takeBuildLock } from './build-lock.mjs'

const module = new URL('build-lock.mjs', import.meta.url).href

/** A process that has the lock. @param {string} root */
const holder = async (root) => {
  const code = `const { takeBuildLock } = await import('${module}'); await takeBuildLock('${root}'); console.log('has it')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

test('L2: a builder that is killed leaves no lock', async () => {
  const root = mkdtempSync(join(tmpdir(), 'checkout-'))
  const child = await holder(root)
  let taken = false
  const mine = takeBuildLock(root).then((release) => {
    taken = true
    return release
  })
  mkdirSync(join(root, 'other'))
  const elsewhere = await takeBuildLock(`${root}/other`)
  elsewhere()
  expect(taken).toBe(false)
  child.kill('SIGKILL')
  const release = await mine
  release()
  const again = await takeBuildLock(root)
  again()
  await vi.waitFor(() => expect(readdirSync(root)).toEqual(['other']), 120_000)
  rmSync(root, { recursive: true })
})

test('another account cannot keep a checkout from being built, nor can a folder without sockets', async () => {
  const root = mkdtempSync(join(tmpdir(), 'checkout-'))
  const name = `openauth-build-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
  const address = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`)
  const stranger = createServer().listen(address)
  await once(stranger, 'listening')
  const release = await takeBuildLock(root)
  expect(readdirSync(root)).toEqual(['.openauth-build.sock'])
  release()
  stranger.close()
  const nowhere = await takeBuildLock(join(root, 'missing'))
  nowhere()
  rmSync(root, { recursive: true })
})

test.each(['start.mjs', 'dev.mjs', 'test.mjs', 'check.mjs', 'build.mjs'])(
  '%s refuses a Node that is too old in one line',
  async (name) => {
    const old = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.8"})'
    const script = fileURLToPath(new URL(name, import.meta.url))
    const child = spawn(process.execPath, ['--import', old, script], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    const [code] = await once(child, 'close')
    expect([code, output]).toEqual([1, 'OpenAuth needs Node 20.19 or newer; this is 18.20.8.\n'])
  },
)
