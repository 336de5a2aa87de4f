import type { ServerResponse } from 'node:http'
import type { Fault } from '../src/connection-fault.ts'
import { type Certificate, selfSigned, type trustedAuthority } from './certificates.ts'
import { asOpenAuth, json, type Respond } from './server.ts'

/** A server at which a call fails, and the fault that the operator reads of. */
export interface FaultyServer {
  name: string
  fault: Fault
  respond: Respond
  certificate?: Certificate
  /** How the address is changed before it is entered. */
  enter?: (address: string) => string
}

/** A page of a proxy or of another program. */
const page =
  (status: number): Respond =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<html><h1>nginx</h1></html>')

/** Begins an answer of `length` bytes and does not end it. */
const beginning =
  (next: (response: ServerResponse) => void): Respond =>
  (_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
      .write('{"data":', () => next(response))
  }

const ip = '127.0.0.1'

/** Servers with every fault that a test can cause on loopback. */
export const faultyServers = (authority: ReturnType<typeof trustedAuthority>): FaultyServer[] => [
  { name: 'a server that does not answer in time', fault: 'timeout', respond: () => {} },
  { name: 'a server that stops in the middle of its answer', fault: 'timeout', respond: beginning(() => {}) },
  {
    name: 'a connection that is reset',
    fault: 'reset',
    respond: (_, response) => void response.socket?.resetAndDestroy(),
  },
  {
    name: 'a connection that is reset in the middle of an answer',
    fault: 'reset',
    respond: beginning((response) => response.socket?.resetAndDestroy()),
  },
  { name: 'a web page with status 200', fault: 'foreign', respond: page(200) },
  { name: 'JSON of another program', fault: 'foreign', respond: (_, response) => json(response, 200, { ok: true }) },
  { name: 'a web page with status 404', fault: 'foreignError', respond: page(404) },
  { name: 'a web page with status 401', fault: 'foreignError', respond: page(401) },
  { name: 'a web page of a proxy with status 502', fault: 'proxy', respond: page(502) },
  {
    name: 'a redirect',
    fault: 'redirect',
    respond: (_, response) => void response.writeHead(302, { location: 'https://auth.example/' }).end(),
  },
  {
    name: 'a self-signed certificate',
    fault: 'selfSigned',
    respond: asOpenAuth,
    certificate: selfSigned({ name: 'own', ip }),
  },
  {
    name: 'an expired certificate',
    fault: 'expired',
    respond: asOpenAuth,
    certificate: authority.issue({ name: 'old', ip, until: -1 }),
  },
  {
    name: 'a certificate of the future',
    fault: 'notYetValid',
    respond: asOpenAuth,
    certificate: authority.issue({ name: 'new', ip, from: 1 }),
  },
  {
    name: 'a certificate of another host',
    fault: 'otherHost',
    respond: asOpenAuth,
    certificate: authority.issue({ name: 'other', ip: '127.0.0.2' }),
  },
  {
    name: 'https at a server without it',
    fault: 'noHttps',
    respond: asOpenAuth,
    enter: (address) => address.replace('http:', 'https:'),
  },
  {
    name: 'a port that fetch refuses',
    fault: 'blockedPort',
    respond: asOpenAuth,
    enter: () => 'http://127.0.0.1:6000',
  },
]
