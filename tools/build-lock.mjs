// One builder at a time in a checkout. The lock is a socket that listens: the kernel takes it back when its process ends.
import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Of sun_path, without its terminator, on macOS; Linux takes four more. https://www.man7.org/linux/man-pages/man7/unix.7.html */
const LONGEST_SOCKET_PATH = 103

/**
 * The lock's addresses, best first. A socket in the checkout can be held by accounts that may build there only. A checkout
 * that is not writable, or has too long a path for a socket, uses a name that every account of the machine may hold.
 * @param {string} root
 */
const addressesOf = (root) => {
  const name = `openauth-build-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
  // https://nodejs.org/api/net.html#identifying-paths-for-ipc-connections; Linux alone has abstract names.
  if (process.platform === 'win32') return [`\\\\.\\pipe\\${name}`]
  const inCheckout = join(root, '.openauth-build.sock')
  const forAll = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`)
  return Buffer.byteLength(inCheckout) <= LONGEST_SOCKET_PATH ? [inCheckout, forAll] : [forAll]
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
      // A file of a process that was killed. Of two that remove it at once, both may build: they write the same files.
      const isLeft = /** @type {NodeJS.ErrnoException} */ (error).code === 'ECONNREFUSED'
      if (isLeft && existsSync(address)) rmSync(address, { force: true })
    })
    // An account that may not connect asks again, and again.
    socket.on('close', (failed) => setTimeout(done, failed ? 100 : 0))
    socket.resume()
  })

/**
 * Waits for whoever builds in this checkout, and says so; then this process is the one that builds, until it calls what
 * this resolves with, or ends.
 * @param {string} root
 * @returns {Promise<() => void>}
 */
export const takeBuildLock = async (root) => {
  const addresses = addressesOf(root)
  for (let told = false; ; told = true) {
    const [address, ...others] = /** @type {[string, ...string[]]} */ (addresses)
    const release = await listen(address).catch((error) => {
      // The file system has no sockets.
      if (others.length === 0) throw error
      addresses.shift()
      return listen(/** @type {string} */ (others[0]))
    })
    if (release) return release
    if (!told) console.error('Another process builds in this checkout; waiting for it …')
    await released(/** @type {string} */ (addresses[0]))
  }
}
