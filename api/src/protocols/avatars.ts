import type { FastifyInstance } from 'fastify'
import type { Platform } from '../resources.ts'
import { type ErrorCode } from '@openauth/client'
import { anyOrigin } from '../cross-origin.ts'
import { Problem } from '../errors.ts'

/** Pages of any origin may embed them; the content of an id never changes. */
const headers = {
  ...anyOrigin,
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
}

interface Served {
  /** What stands before the file's name. */
  folder: string
  /** The file's name; its first group is the id. */
  file: RegExp
  missing: ErrorCode
  read: (id: string) => Promise<{ webp: Uint8Array } | null>
}

const serve = (app: FastifyInstance, { folder, file, missing, read }: Served): void => {
  app.get<{ Params: { file: string } }>(`${folder}/:file`, async (request, reply) => {
    const id = file.exec(request.params.file)?.[1]
    const picture = id ? await read(id) : null
    if (!picture) throw new Problem(missing)
    const etag = `"${id}"`
    void reply.headers({ ...headers, etag })
    // RFC 9110, section 13.1.2; weak comparison.
    const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    return known.includes(etag) || known.includes('*') ? reply.code(304).send() : reply.send(Buffer.from(picture.webp))
  })
}

const select = { webp: true } as const

/** The server's copies of users' pictures at `/avatars/{id}.webp`, and those of its content at `/pictures/{digest}.webp`. */
export const avatars = async (app: FastifyInstance, { db }: Pick<Platform, 'db'>): Promise<void> => {
  serve(app, {
    folder: '/avatars',
    file: /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/,
    missing: 'avatar_not_found',
    read: (id) => db.prisma.avatar.findUnique({ where: { id }, select }),
  })
  serve(app, {
    folder: '/pictures',
    file: /^([0-9a-f]{64})\.webp$/,
    missing: 'picture_not_found',
    read: (id) => db.prisma.contentPicture.findUnique({ where: { id }, select }),
  })
}
