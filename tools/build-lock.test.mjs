import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
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
  const root = `/checkout/${Math.random()}`
  const child = await holder(root)
  let taken = false
  const mine = takeBuildLock(root).then((release) => {
    taken = true
    return release
  })
  const elsewhere = await takeBuildLock(`${root}/other`)
  elsewhere()
  expect(taken).toBe(false)
  child.kill('SIGKILL')
  const release = await mine
  release()
  const again = await takeBuildLock(root)
  again()
})

test.each(['start.mjs', 'dev.mjs', 'test.mjs', 'build.mjs'])(
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
