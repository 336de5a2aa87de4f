import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Problem } from '../errors.ts'

const file = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/

/** Pages of any origin may embed them; the content of an id never changes. */
const headers = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
}

/** The server's copies of users' pictures at `/avatars/{id}.webp`. */
export const avatars = async (app: FastifyInstance, { db }: Deps): Promise<void> => {
  app.get<{ Params: { file: string } }>('/avatars/:file', async (request, reply) => {
    const id = file.exec(request.params.file)?.[1]
    const avatar = id ? await db.prisma.avatar.findUnique({ where: { id }, select: { webp: true } }) : null
    if (!avatar) throw new Problem('avatar_not_found')
    const etag = `"${id}"`
    void reply.headers({ ...headers, etag })
    // RFC 9110, section 13.1.2; weak comparison.
    const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    return known.includes(etag) || known.includes('*') ? reply.code(304).send() : reply.send(Buffer.from(avatar.webp))
  })
}
