import { once } from 'node:events'
import { chmod, lstat, unlink } from 'node:fs/promises'
import { connect, type Server } from 'node:net'
import { fitsSocketPath, LONGEST_SOCKET_PATH } from '@openauth/kernel-lock'

export const isPipe = (path: string): boolean => path.startsWith('\\\\.\\pipe\\')

/** Whether a process listens on a socket path. */
export const isAnswering = (path: string): Promise<boolean> =>
  new Promise((tell) => {
    const socket = connect(path)
    const done = (answer: boolean) => {
      socket.destroy()
      tell(answer)
    }
    socket.once('connect', () => done(true)).once('error', () => done(false))
  })

/** Removes the socket of a killed signer. Other files of that name are refused. */
const removeStale = async (path: string): Promise<void> => {
  const found = await lstat(path).catch(() => undefined)
  if (!found) return
  if (!found.isSocket())
    throw new Error(`${path} exists and is not a socket. Set OPENAUTH_SIGNER_SOCKET to another path.`)
  if (await isAnswering(path)) throw new Error(`Another signer answers on ${path}. Stop it first.`)
  await unlink(path)
}

/** Listens on a Unix socket of this mode, or on a named pipe of Windows. Throws with the remedy. */
export const listenOn = async (server: Server, path: string, mode: number): Promise<void> => {
  if (!isPipe(path)) {
    if (!fitsSocketPath(path))
      throw new Error(
        `The socket path ${path} is longer than ${LONGEST_SOCKET_PATH} bytes. Set OPENAUTH_SIGNER_SOCKET shorter.`,
      )
    await removeStale(path)
  }
  // Set before listening, because even a short time with a wider mode would allow connections.
  const before = process.umask(0o777 & ~mode)
  try {
    server.listen(path)
    await once(server, 'listening')
  } finally {
    process.umask(before)
  }
  if (!isPipe(path)) await chmod(path, mode)
}
