import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookie by which a browser that logged in before is told from strangers. */
export interface Device {
  /** Undefined where none was sent. */
  cookie: string | undefined
  /** Whether the caller keeps a cookie: a page of this server's own address. Calls of other pages carry none. */
  isKept: boolean
  /** `maxAge` in seconds. */
  set: (cookie: string, maxAge: number) => void
}

/** Scripts cannot read it, other sites do not send it, and other hosts of the domain cannot set it where there is TLS. */
export const createDeviceCookie = (publicUrl: string) => {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? '__Host-openauth_device' : 'openauth_device'
  const form = new RegExp(`(?:^|; *)${name}=([\\w-]{43})(?:;|$)`)
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return (request: FastifyRequest, reply: FastifyReply): Device => ({
    cookie: form.exec(request.headers.cookie ?? '')?.[1],
    isKept: request.headers['sec-fetch-site'] === 'same-origin',
    set: (cookie, maxAge) => void reply.header('set-cookie', `${name}=${cookie}; Max-Age=${maxAge}; ${attributes}`),
  })
}
