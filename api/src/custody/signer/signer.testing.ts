import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Custody } from '../custody.ts'
import { createKeyring } from '../kek/keyring.ts'
import { openCustody } from '../open-custody.ts'
import { capExports } from './exports-cap.ts'
import { encodeFrame, frameReader } from './frames.ts'
import { listenOn } from './listen.ts'
import { serveCustody } from './serve.ts'

export interface Signer {
  path: string
  keyringFile: string
  /** Its log lines. */
  log: string[]
  stop: () => Promise<void>
}

/** A signer in this process, with its own socket and keyring. */
export const startTestSigner = async (
  change: (custody: Custody) => Custody = (custody) => custody,
  exportsPerHour = 300,
): Promise<Signer> => {
  const directory = await mkdtemp(join(tmpdir(), 'signer-'))
  const keyringFile = join(directory, 'keyring.json')
  await createKeyring(keyringFile)
  const custody = change(openCustody({ kek: 'local', keyringFile, legacySaltFile: undefined, cacheSeconds: 0 }))
  const log: string[] = []
  const capped = { ...custody, wallets: capExports(custody.wallets, exportsPerHour) }
  const server = serveCustody(capped, (line) => log.push(line))
  const path = join(directory, 'signer.sock')
  await listenOn(server, path, 0o600)
  const stop = async () => {
    await new Promise((done) => server.close(done))
    await custody.close()
    await rm(directory, { recursive: true, force: true })
  }
  return { path, keyringFile, log, stop }
}

export interface RawAnswer {
  id: number
  answer?: unknown
  error?: { name: string; code: string; message: string }
}

/** A connection that can send any bytes. */
export const rawConnection = async (path: string) => {
  const socket: Socket = connect(path)
  const answers: RawAnswer[] = []
  const waiting: (() => void)[] = []
  const read = frameReader((message) => {
    answers.push(message as RawAnswer)
    for (const tell of waiting.splice(0)) tell()
  })
  socket.on('data', read).on('error', () => {})
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  await new Promise((done) => socket.once('connect', done))
  const nextAnswer = async (): Promise<RawAnswer> => {
    while (answers.length === 0)
      await Promise.race([new Promise<void>((tell) => waiting.push(tell)), closed.then(() => answers.push({ id: -2 }))])
    return answers.shift()!
  }
  return {
    socket,
    closed,
    send: (bytes: Uint8Array) => socket.write(bytes),
    ask: async (message: unknown) => {
      socket.write(encodeFrame(message))
      return nextAnswer()
    },
    nextAnswer,
  }
}
