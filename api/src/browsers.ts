import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * Answers of the API are data: they may not be framed, sniffed or run, and browsers are held to TLS. Headers that matter
 * to documents only are left to the pages, since each costs on every call.
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

/** What helmet would set on every answer, worked out once: it builds the policy again for each answer, which costs a hot route. */
const securityHeaders = (): Record<string, string> => {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  }
  helmet(helmetOptions)({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

/**
 * Every call carries its own bearer credential and no cookie, so that any origin may call: partner pages do.
 * https://fetch.spec.whatwg.org/#http-cors-protocol
 */
const crossOrigin = { 'access-control-allow-origin': '*' }
const preflight = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '86400',
}

/** What every answer has, whoever writes it. */
export const answerHeaders = { ...securityHeaders(), ...crossOrigin }

/** Sets what every answer has, and answers what browsers ask before a call. */
export const guardBrowsers = (app: FastifyInstance): void => {
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(answerHeaders)
    done()
  })
  app.options('*', (_, reply) => reply.headers(preflight).code(204).send())
}
