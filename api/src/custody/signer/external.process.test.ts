import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../paths.ts'
import { createTestApp, signInAs, signInAsAdmin, testServer } from '../../testing.ts'

// A signer that the operator runs: the server has only its socket.

const main = join(root, 'api/dist/signer.js')
let folder: string
let path: string
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-external-'))
  path = join(folder, 'signer.sock')
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

/** Starts a signer; resolves to its output until it listens or ends. */
const startSigner = async (more: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], OPENAUTH_DATA_DIR: folder, OPENAUTH_SIGNER_SOCKET: path, ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  let said = ''
  const exited = once(child, 'exit')
  const listening = new Promise<void>((tell) =>
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('listening on')) tell()
    }),
  )
  await Promise.race([listening, exited])
  return { child, exited, said: () => said }
}

test('a server uses an external signer, does not stop it, and reconnects to its successor', async () => {
  const first = await startSigner()
  expect((await stat(path)).mode & 0o777).toBe(0o660)
  const server = await testServer({ OPENAUTH_SIGNER: path, OPENAUTH_KEYRING_FILE: '/nowhere/keyring.json' })
  const adminToken = await signInAsAdmin(server)
  const { id } = await createTestApp(server, adminToken, 'External')
  const { client, token } = await signInAs(server, id, 'ada')
  expect((await server.as(adminToken).keys.status()).signer).toBe('external')
  const { signature } = await client.solana.signMessage({ message: 'hello' })

  first.child.kill('SIGKILL')
  await first.exited
  const { status, body, headers } = await server.send('POST', '/user/solana/sign-message', {
    token,
    body: { message: 'hello' },
  })
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'signer_unavailable', '1'])
  // The old signer left its socket behind.
  const second = await startSigner()
  expect((await client.solana.signMessage({ message: 'hello' })).signature).toBe(signature)
  await server.stop()
  // The server is not its parent.
  expect(second.child.exitCode).toBeNull()
  second.child.kill('SIGTERM')
  expect((await second.exited)[0]).toBe(0)
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

test('refuses a socket path with another signer, with a file, or that is too long', async () => {
  await startSigner()
  const second = await startSigner()
  expect([(await second.exited)[0], second.said()]).toEqual([1, expect.stringContaining('Another signer answers')])
  const file = join(folder, 'a-file')
  await writeFile(file, 'precious')
  const third = await startSigner({ OPENAUTH_SIGNER_SOCKET: file })
  expect([(await third.exited)[0], third.said()]).toEqual([1, expect.stringContaining('is not a socket')])
  const fourth = await startSigner({ OPENAUTH_SIGNER_SOCKET: join(folder, 'x'.repeat(100)) })
  expect([(await fourth.exited)[0], fourth.said()]).toEqual([1, expect.stringContaining('longer than 103 bytes')])
  const fifth = await startSigner({ OPENAUTH_SIGNER_SOCKET: '', OPENAUTH_KEK: 'hsm' })
  expect([(await fifth.exited)[0], fifth.said()]).toEqual([1, expect.stringContaining('OPENAUTH_KEK: ')])
})
