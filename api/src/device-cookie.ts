import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookie that identifies a browser with an earlier login. */
export interface Device {
  /** Undefined if none was sent. */
  cookie: string | undefined
  /** Whether the caller stores the cookie: a page on this server's own origin. Calls from other pages carry none. */
  isKept: boolean
  /** `maxAge` in seconds. */
  set: (cookie: string, maxAge: number) => void
}

/** Scripts cannot read it, other sites do not send it, and over TLS other hosts of the domain cannot set it. */
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
