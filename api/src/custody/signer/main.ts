import '../../memory.ts'
import { rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readSigner } from '../settings.ts'
import { openCustody } from '../open-custody.ts'
import { capExports } from './exports-cap.ts'
import { isPipe, listenOn } from './listen.ts'
import { serveCustody } from './serve.ts'

/**
 * The signer: the process that holds the key-encryption keys. It reads its own settings (KEK, keyring, salt, socket),
 * has no database, opens no port, and answers on one socket.
 *
 * As a child of the server (`--child`) it ends when the server does. As a separate service, `node api/dist/signer.js`
 * with OPENAUTH_SIGNER_SOCKET, it is the target of the server's OPENAUTH_SIGNER: run it as a dedicated user, the only
 * one who may read keyring, salt and tokens, and give both users a group that owns the socket's directory; the socket
 * has mode 0660.
 *
 * A signal cannot open its inspector. Node cannot disable core dumps (`ulimit -c 0`, LimitCORE=0) or ptrace
 * (/proc/sys/kernel/yama/ptrace_scope and a dedicated user); the operator can.
 */
const start = async (isChild: boolean): Promise<void> => {
  // Node would open a debugger on this signal. https://nodejs.org/docs/latest-v20.x/api/process.html#signal-events
  process.on('SIGUSR1', () => {})
  const log = (line: string) => void process.stderr.write(`signer: ${line}\n`)
  const { custody: settings, socketPath, exportsPerHour } = readSigner(process.env)
  const custody = openCustody(settings)
  const server = serveCustody({ ...custody, wallets: capExports(custody.wallets, exportsPerHour) }, log)
  const end = async (): Promise<void> => {
    // This removes the socket too.
    server.close()
    await custody.close().catch(() => {})
    // The directory was created for this socket by a server that may have been killed.
    if (isChild && !isPipe(socketPath)) await rmdir(dirname(socketPath)).catch(() => {})
    process.exit(0)
  }
  await listenOn(server, socketPath, isChild ? 0o600 : 0o660)
  if (isChild) {
    // A terminal and systemd signal the whole group, while the server still needs its signer to finish running
    // requests.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
    for (const event of ['end', 'error'] as const) process.stdin.once(event, () => void end())
    process.stdin.resume()
    return
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end())
  process.on('SIGHUP', () => void custody.reload().catch((error: Error) => log(error.message)))
  log(`listening on ${socketPath}`)
  await custody.status().catch((error: Error) => log(error.message))
}

start(process.argv.includes('--child')).catch((error: unknown) => {
  process.stderr.write(`signer: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
