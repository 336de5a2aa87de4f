// One builder at a time in a checkout. The lock is a socket that listens: the kernel takes it back when its process ends.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @param {string} root */
const addressOf = (root) => {
  const name = `openauth-build-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
  // https://nodejs.org/api/net.html#identifying-paths-for-ipc-connections; Linux alone has abstract names.
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

/** Resolves with what ends the lock; with nothing where another process has it. @param {string} address */
const listen = (address) =>
  new Promise((done, fail) => {
    const waiting = new Set()
    const server = createServer((socket) => {
      waiting.add(socket)
      socket.on('error', () => {})
    })
    server.once('error', (error) => {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE') done(undefined)
      else fail(error)
    })
    server.listen(address, () =>
      done(() => {
        for (const socket of waiting) socket.destroy()
        server.close()
      }),
    )
  })

/** Resolves once the process that has the lock lets it go or ends. @param {string} address */
const released = (address) =>
  new Promise((done) => {
    const socket = connect(address)
    socket.on('error', (error) => {
      // A file of a process that was killed; a name that is only in memory is never left behind.
      const isLeft = /** @type {NodeJS.ErrnoException} */ (error).code === 'ECONNREFUSED'
      if (isLeft && process.platform === 'darwin') rmSync(address, { force: true })
    })
    socket.on('close', done)
    socket.resume()
  })

/**
 * Waits for whoever builds in this checkout, and says so; then this process is the one that builds, until it calls what
 * this resolves with, or ends.
 * @param {string} root
 * @returns {Promise<() => void>}
 */
export const takeBuildLock = async (root) => {
  const address = addressOf(root)
  for (let told = false; ; told = true) {
    const release = await listen(address)
    if (release) return release
    if (!told) console.error('Another process builds in this checkout; waiting for it …')
    await released(address)
  }
}
