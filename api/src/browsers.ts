import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * API responses are data: they may not be framed, sniffed or executed, and browsers must use TLS. Headers that matter
 * only to documents are set by the pages, since each header costs on every call.
 */
const helmetOptions: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  strictTransportSecurity: { includeSubDomains: false },
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
}

/** helmet's headers, computed once: helmet builds the policy again for each response, which slows a hot route. */
const securityHeaders = (): Record<string, string> => {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  }
  helmet(helmetOptions)({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

/** The headers of every response. */
export const answerHeaders = securityHeaders()

/** Sets the headers of every response. */
export const guardBrowsers = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(answerHeaders).header('x-request-id', request.id)
    done()
  })
}
