import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { expect, vi } from 'vitest'
import type { Context } from '../../handler.ts'
import { createJobs } from '../../jobs.ts'
import { createOutbound } from '../../lib/outbound.ts'
import { createTestApp, signInAsAdmin, testServer, type TestUser } from '../../testing.ts'
import { createLoginApps } from '../apps/login-apps.ts'
import { createAvatars } from './avatars.ts'
import { createCopyAvatar } from './copy.ts'
import type { AvatarSource } from './source.ts'

export const publicUrl = 'https://auth.example.com'
export const botToken = '123456:AAF-secret_secret-secret_secret-secret'

/** What the provider answers at a path. A path without an answer is a 404. */
export interface Answer {
  status?: number
  body: Buffer | object
}

/** A server on loopback with pictures and a Bot API. */
const startProvider = async () => {
  const files = new Map<string, Answer>()
  const requestedPaths: string[] = []
  const loopback = createServer((request, response) => {
    const path = request.url!.split('?', 1)[0]!
    requestedPaths.push(path)
    const { status = 200, body } = files.get(path) ?? { status: 404, body: {} }
    response.writeHead(status).end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
  }).listen(0)
  await once(loopback, 'listening')
  return {
    files,
    requestedPaths: requestedPaths,
    port: (loopback.address() as AddressInfo).port,
    close: () => loopback.close(),
  }
}

/** A server with an app, the provider that it may reach, and a worker in this process that copies pictures. */
export const startAvatarWorld = async () => {
  const provider = await startProvider()
  const origin = `http://127.0.0.1:${provider.port}`
  const server = await testServer({
    OPENAUTH_PUBLIC_URL: publicUrl,
    OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1',
    OPENAUTH_TELEGRAM_API_URL: origin,
  })
  const admin = await signInAsAdmin(server)
  const app = await createTestApp(server, admin, 'Partner')
  await server.as(admin).apps.update({ id: app.id, telegramBotToken: botToken })
  const { db, keys, settings } = server.resources
  const logged: string[] = []
  const note = (...parts: unknown[]) => void logged.push(inspect(parts, { depth: 9 }))
  const log = {
    trace: note,
    debug: note,
    info: note,
    warn: note,
    error: note,
    fatal: note,
  } as unknown as Context['log']
  const copy = createCopyAvatar({
    db,
    settings,
    log,
    outbound: createOutbound(),
    loginApps: createLoginApps(db, { keys, settings }),
  })
  const jobs = createJobs({ databaseUrl: db.directUrl, log, handlers: { avatar: copy }, retryAfter: 50 })
  const { requestCopy } = createAvatars(jobs, log)
  /** Waits until no job is left that may still succeed. */
  const settled = () =>
    vi.waitFor(async () => {
      const { rowCount } = await db.pool.query(`SELECT 1 FROM bullmq.job WHERE state <> 'failed'`)
      expect(rowCount).toBe(0)
    }, 120_000)
  return {
    ...provider,
    origin,
    server,
    admin,
    app,
    logged,
    requestCopy,
    settled,
    /** Requests a copy and waits until it is made or given up. */
    copied: async (userId: string, source: AvatarSource) => {
      await requestCopy(userId, source)
      await settled()
    },
    atUrl: (path: string): AvatarSource => ({ kind: 'url', url: origin + path }),
    row: (id: string) => db.prisma.user.findUniqueOrThrow({ where: { id }, include: { avatarCopy: true } }),
    shownTo: async ({ client }: TestUser) => (await client.account.profile()).avatar,
    get: (shown: string | null, headers: Record<string, string> = {}) =>
      server.send('GET', shown!.slice(publicUrl.length), { headers }),
    /** Stops the worker of this process. */
    stopCopying: jobs.close,
    stop: async () => {
      await jobs.close()
      await server.stop()
      provider.close()
    },
  }
}

export type AvatarWorld = Awaited<ReturnType<typeof startAvatarWorld>>
