import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { guardBrowsers } from '../browsers.ts'
import { readSettings } from '../env.ts'
import { sendProblem } from '../errors.ts'
import { player, type PlayerOptions } from './player.ts'

/** A build of the player app in a temporary folder: files by path. Text files have compressed siblings. */
export const makeBuild = async (files: Record<string, string>): Promise<string> => {
  const folder = await temporaryFolder()
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    await writeFile(`${file}.br`, brotliCompressSync(content))
    await writeFile(`${file}.gz`, gzipSync(content))
  }
  return folder
}

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'openauth-player-'))

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Raw, not decompressed. */
  body: Buffer
}

/** Sends a path unchanged: fetch would normalize it. */
const ask = (port: number, path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = send({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    request.once('error', reject).end()
  })

export interface PlayerServer {
  dataDir: string
  /** A request for a script, style or picture. */
  file: (path: string, headers?: Record<string, string>) => Promise<Answer>
  /** A request for a page. */
  page: (path: string, headers?: Record<string, string>) => Promise<Answer>
  /** A request by a program that is not a browser. */
  ask: (method: 'GET' | 'HEAD' | 'POST', path: string, headers?: Record<string, string>) => Promise<Answer>
  stop: () => Promise<void>
}

/**
 * The player app's part of the server, listening, without a database. Its data directory is new unless one is given.
 */
export const startPlayer = async (
  folder: string,
  { dataDir, ...environment }: Record<string, string> = {},
  home: PlayerOptions['home'] = async () => ({ app: null }),
): Promise<PlayerServer> => {
  const data = dataDir ?? (await temporaryFolder())
  const app = Fastify()
  app.setErrorHandler(sendProblem)
  guardBrowsers(app)
  app.get('/user/profile', async () => ({ data: {} }))
  await app.register(player, {
    settings: readSettings({ NODE_ENV: 'test', OPENAUTH_DATA_DIR: data, ...environment }),
    folder,
    home,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    dataDir: data,
    file: (path, headers = {}) => ask(port, path, headers),
    page: (path, headers = {}) => ask(port, path, { accept: 'text/html,*/*;q=0.8', ...headers }),
    ask: (method, path, headers = {}) => ask(port, path, headers, method),
    stop: async () => {
      await app.close()
      if (dataDir === undefined) await rm(data, { recursive: true, force: true })
    },
  }
}
