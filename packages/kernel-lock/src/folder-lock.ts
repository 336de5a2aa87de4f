import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { fitsSocketPath } from './socket-path.ts'

/** How long a contender waits for the decision of another one, which may be suspended. The lock then counts as held. */
const DECISION_LIMIT_MS = 3_000
/** A socket of another boot may belong to another machine that shares the folder. No lock is held as long as this. */
const OTHER_BOOT_COUNTS_FOR_MS = 24 * 60 * 60_000
/** Ends the name of a socket that may not listen yet. */
const UNREADY = '.new'

type Contest = {
  folder: string
  /** A path of the folder that is short enough for the address of a socket. */
  address: string
  /** Starts the names of all sockets of this lock. */
  allBoots: string
  /** Starts the names of those of this boot of the machine. */
  prefix: string
  close: () => void
}

type Contender = { name: string; hold: () => void; withdraw: () => void }

/** What a socket says of its owner: it has ended, it holds the lock, or it withdrew while it was asked. */
type Answer = 'dead' | 'held' | 'withdrawn'

/**
 * Takes an exclusive lock on a path among the processes of this kernel, whatever their network namespace; resolves to
 * undefined if another process holds it. Only accounts that may write to the path's folder can hold it. Linux only.
 *
 * Each contender listens on a Unix socket of its own in the folder, and then connects to all others of the lock. It holds
 * the lock when all others refuse: their processes have ended. Of two contenders, the later one lists the folder when
 * both sockets are in it and sees the earlier one, so there is never more than one holder. Of contenders that see each
 * other, the one with the smallest name waits until the others withdraw.
 *
 * A killed process leaves its socket behind, and the next holder removes it. Names are random and get their socket by
 * rename() once it listens, so a name that refuses will never be that of a living contender, and removal needs no lock.
 * Machines that share the folder do not exclude each other; their boot IDs keep their sockets apart.
 *
 * @throws the error of the file system, such as EACCES in a folder that is not writable, or EOPNOTSUPP
 */
export async function tryFolderLock(path: string, purpose: string): Promise<(() => Promise<void>) | undefined> {
  const contest = openContest(path, purpose)
  try {
    // Looks before it makes a socket, because callers that wait for the lock come here often.
    if (await isTaken(contest, '')) return undefined
    const own = await enter(contest)
    if (own === undefined) return undefined
    try {
      if (await isTaken(contest, own.name)) {
        own.withdraw()
        return undefined
      }
      own.hold()
      await sweep(contest, own.name)
      return async () => own.withdraw()
    } catch (error) {
      own.withdraw()
      throw error
    }
  } finally {
    contest.close()
  }
}

/** The kernel's ID of this boot of the machine. https://www.man7.org/linux/man-pages/man4/random.4.html */
export const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

function openContest(path: string, purpose: string): Contest {
  const folder = resolve(dirname(path))
  // Digests, because the name of the locked file may be too long for a socket's.
  const allBoots = `.openauth-${purpose}-${digest(basename(path))}-`
  const prefix = `${allBoots}${digest(bootId())}-`
  if (fitsSocketPath(join(folder, newName(prefix) + UNREADY)))
    return { folder, address: folder, allBoots, prefix, close: () => {} }
  const handle = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  return { folder, address: `/proc/self/fd/${handle}`, allBoots, prefix, close: () => closeSync(handle) }
}

const newName = (prefix: string): string => prefix + randomBytes(8).toString('hex')

/** Puts a listening socket into the folder; undefined when a holder has removed it, because it did not listen yet. */
async function enter({ folder, address, prefix }: Contest): Promise<Contender | undefined> {
  const name = newName(prefix)
  const unready = name + UNREADY
  const { server, hold, close } = contendingServer()
  const withdraw = () => {
    remove(join(folder, unready))
    remove(join(folder, name))
    close()
  }
  await listen(server, join(address, unready))
  try {
    // Connections need write permission, so other accounts cannot fill the queue.
    chmodSync(join(folder, unready), 0o600)
    renameSync(join(folder, unready), join(folder, name))
    if ((await ask(join(address, name), { waits: false })) !== 'dead') return { name, hold, withdraw }
    throw Object.assign(new Error(`Sockets in ${folder} refuse connections.`), { code: 'EOPNOTSUPP' })
  } catch (error) {
    withdraw()
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A server that tells whoever connects once it holds the lock, and closes the connection when it withdraws. */
function contendingServer(): { server: Server; hold: () => void; close: () => void } {
  const sockets = new Set<Socket>()
  let holds = false
  const server = createServer((socket) => {
    sockets.add(socket)
    socket
      .on('error', () => {})
      .on('close', () => sockets.delete(socket))
      .unref()
    if (holds) socket.end('held')
  })
  const hold = () => {
    holds = true
    for (const socket of sockets) socket.end('held')
  }
  const close = () => {
    // Closes the listening socket at once; its callback would wait for all connections.
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { server, hold, close }
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((done, fail) => {
    server.on('error', fail)
    server.listen({ path, exclusive: true }, () => {
      server.unref()
      done()
    })
  })

/** Whether another contender has or gets the lock. */
async function isTaken({ folder, address, prefix }: Contest, own: string): Promise<boolean> {
  for (const deadline = performance.now() + DECISION_LIMIT_MS; performance.now() < deadline;) {
    const others = readdirSync(folder).filter(
      (name) => name.startsWith(prefix) && !name.endsWith(UNREADY) && name !== own,
    )
    const answers = await Promise.all(others.map((name) => ask(join(address, name), { waits: name > own })))
    if (answers.includes('held')) return true
    // Only a listing without a living contender shows that the lock is free.
    if (!answers.includes('withdrawn')) return false
  }
  return true
}

/** Asks the owner of a socket. Without `waits`, everyone alive counts as the holder. */
const ask = (path: string, { waits }: { waits: boolean }): Promise<Answer> =>
  new Promise((tell) => {
    const socket = connect(path)
    const done = (answer: Answer) => {
      tell(answer)
      socket.destroy()
    }
    socket.setTimeout(DECISION_LIMIT_MS, () => done('held'))
    socket.once('data', () => done('held')).once('close', () => done('withdrawn'))
    if (!waits) socket.once('connect', () => done('held'))
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' || code === 'ENOENT') return done('dead')
      // Its owner ended or withdrew before it accepted. Others, such as EAGAIN of a full queue, come from living sockets.
      done(code === 'ECONNRESET' || code === 'EPIPE' ? 'withdrawn' : 'held')
    })
  })

/** Removes what killed processes left behind. Requires the lock. */
async function sweep({ folder, address, allBoots, prefix }: Contest, own: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(allBoots) || name === own) continue
    const isLeftBehind = name.startsWith(prefix)
      ? (await ask(join(address, name), { waits: false })) === 'dead'
      : isOld(join(folder, name))
    if (isLeftBehind) remove(join(folder, name))
  }
}

function isOld(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > OTHER_BOOT_COUNTS_FOR_MS
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // It refuses connections without its listener, and the next holder tries again.
  }
}
