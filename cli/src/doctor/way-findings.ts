import { connect, type PeerCertificate } from 'node:tls'
import type { Diagnosis } from '@openauth/client'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { isExposed } from '../endpoint.ts'
import { type Finding, notice, ok, problem, unknown } from './finding.ts'

const DAY = 86_400_000
/** Milliseconds for each connection. */
const PATIENCE = 8000

interface Handshake {
  certificate: PeerCertificate
  error: string | null
}

/** The certificate that a server shows, whether it is trusted or not. */
const handshake = ({ hostname, port }: URL): Promise<Handshake> =>
  new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '')
    // Nothing is sent on this connection: a certificate that is not trusted is to be described.
    const socket = connect({
      host,
      port: Number(port) || 443,
      servername: host,
      rejectUnauthorized: false,
      timeout: PATIENCE,
    })
    socket.once('secureConnect', () => {
      const { authorizationError } = socket as { authorizationError?: Error | string | null }
      resolve({
        certificate: socket.getPeerCertificate(),
        error: authorizationError ? String(authorizationError) : null,
      })
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
  })

const certificateFinding = async (url: URL): Promise<Finding> => {
  try {
    const { certificate, error } = await handshake(url)
    const days = Math.floor((Date.parse(certificate.valid_to) - Date.now()) / DAY)
    const why = 'Browsers and apps refuse the server'
    if (days < 0) return problem('certificate', `It expired ${-days} days ago`, why, 'Renew it')
    if (error !== null)
      return problem(
        'certificate',
        `It is not trusted: ${error}`,
        why,
        'Use a certificate of a public authority, with its intermediates, for this host name',
      )
    if (days < 14)
      return problem(
        'certificate',
        `It expires in ${days} days`,
        'Afterwards browsers and apps refuse the server',
        'Renew it, and see why that did not happen by itself',
      )
    return ok('certificate', `It is trusted, and valid for ${days} days`)
  } catch (error) {
    return unknown(
      'certificate',
      `No TLS connection comes about: ${(error as Error).message}`,
      'Nobody can reach the server safely',
      'Look at the proxy in front of the server',
    )
  }
}

/** Whether http leads to https, asked without a credential and without following. */
const redirectFinding = async ({ environment }: Context, url: URL): Promise<Finding> => {
  const plain = `http://${url.hostname}${url.pathname}`
  try {
    const { status, headers } = await environment.fetch(plain, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    })
    const target = headers.get('location') ?? ''
    if (status >= 300 && status < 400 && target.startsWith('https://')) return ok('https', 'http leads to https')
    return notice(
      'https',
      `http answers ${status}, and does not lead to https`,
      'A typed address is plain text',
      'Let the proxy redirect port 80 to https',
    )
  } catch {
    return ok('https', 'Nothing answers at http')
  }
}

const headerFinding = async ({ fetch }: Context, base: string): Promise<Finding> => {
  const { headers } = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(PATIENCE) })
  const expected = ['strict-transport-security', 'x-content-type-options', 'content-security-policy']
  const missing = expected.filter((name) => !headers.has(name))
  if (missing.length > 0)
    return problem(
      'headers',
      `The answer lacks ${missing.join(', ')}`,
      'A proxy removes what protects browsers',
      "Let the proxy pass the server's headers on",
    )
  const cookies = headers.getSetCookie().filter((cookie) => !/;\s*secure/i.test(cookie))
  if (base.startsWith('https:') && cookies.length > 0)
    return notice(
      'headers',
      `A cookie without Secure: ${cookies[0]!.split('=', 1)[0]}`,
      'It would be sent over plain http',
      'Find out which proxy sets it',
    )
  return ok('headers', 'Those that protect browsers arrive')
}

const addressFindings = (endpoint: string, diagnosis: z.input<typeof Diagnosis>): Finding[] => {
  const { publicUrl, isPublicUrlSet, isProduction, request } = diagnosis
  const findings: Finding[] = []
  if (isExposed(endpoint))
    findings.push(
      problem(
        'https',
        `${endpoint} is plain http`,
        'Passwords and tokens can be read on the network',
        'Put a proxy with TLS in front of the server',
      ),
    )
  if (isProduction && !isPublicUrlSet)
    findings.push(
      notice(
        'address',
        `OPENAUTH_PUBLIC_URL is not set; ${publicUrl} is assumed`,
        'Redirects, passkeys and cookies go by it',
        'Set it to the address that browsers use',
      ),
    )
  else findings.push(ok('address', `The server's public address is ${publicUrl}`))
  if (request.isForwarded && !request.trustsProxies)
    findings.push(
      problem(
        'proxy',
        `Requests come through a proxy, and all seem to come from ${request.ip}`,
        'All people share one budget of attempts',
        'Set OPENAUTH_TRUSTED_PROXIES to the address of the proxy',
      ),
    )
  return findings
}

/** What lies between this machine and the server: TLS, redirects, headers, proxies. */
export const wayFindings = async (context: Context, diagnosis: z.input<typeof Diagnosis>): Promise<Finding[]> => {
  const { endpoint } = context
  const url = new URL(endpoint)
  const header = await headerFinding(context, endpoint).catch((error: Error) =>
    unknown(
      'headers',
      `The server does not answer: ${error.message}`,
      'What browsers get is not known',
      'Look at the proxy in front of the server',
    ),
  )
  const tls =
    url.protocol === 'https:' ? await Promise.all([certificateFinding(url), redirectFinding(context, url)]) : []
  return [...addressFindings(endpoint, diagnosis), header, ...tls]
}
