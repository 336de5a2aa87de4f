import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import { digestOf } from '@openauth/audit-chain'
import type { SyslogAddress } from '../../../audit-settings.ts'
import type { Destination, ForwardedLink } from './destination.ts'

/** Facility 13, log audit, and severity 6, informational. RFC 5424, section 6.2.1. */
const PRIORITY = 13 * 8 + 6

/** Characters that a name in the header may have, and how many. RFC 5424, section 6. */
const nameOf = (text: string, longest: number): string => text.replaceAll(/[^\x21-\x7e]/g, '').slice(0, longest) || '-'

/** A message of RFC 5424: the kind of message is the action, its text the link with its line as JSON. */
export const messageOf = (link: ForwardedLink): Buffer => {
  const time = new Date(link.line?.createdAt ?? link.chainedAt).toISOString()
  const kind = nameOf(link.line?.action ?? '', 32)
  const head = `<${PRIORITY}>1 ${time} ${nameOf(hostname(), 255)} openauth - ${kind} -`
  return Buffer.from(`${head} ${JSON.stringify(link)}`)
}

/** The most that UDP carries over IPv4, less the headers. RFC 5426, section 3.2. */
const LONGEST_DATAGRAM = 65_000

/** A line that no datagram holds is sent as its digest, so that the chain around it can be verified. */
const datagramOf = (link: ForwardedLink): Buffer => {
  const message = messageOf(link)
  if (message.length <= LONGEST_DATAGRAM || link.line === null) return message
  return messageOf({ ...link, line: null, digest: digestOf(link.line) })
}

const sendDatagrams = async ({ host, port }: SyslogAddress, links: ForwardedLink[]): Promise<void> => {
  const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' })
  try {
    for (const link of links)
      await new Promise<void>((resolve, reject) =>
        socket.send(datagramOf(link), port, host, (error) => (error ? reject(error) : resolve())),
      )
  } finally {
    socket.close()
  }
}

/** How long a receiver may be silent, in milliseconds. */
const PATIENCE = 10_000

const open = async ({ transport, host, port }: SyslogAddress): Promise<Socket> => {
  const isName = !host.includes(':') && !/^[\d.]+$/.test(host)
  const socket =
    transport === 'tls' ? connectTls({ host, port, ...(isName ? { servername: host } : {}) }) : connect({ host, port })
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`${host}:${port} has not answered in time`)))
  await once(socket, transport === 'tls' ? 'secureConnect' : 'connect')
  return socket
}

/** The octet counting of RFC 6587, section 3.4.1, which RFC 5425 takes over. */
const framed = (message: Buffer): Buffer => Buffer.concat([Buffer.from(`${message.length} `), message])

/**
 * Syslog acknowledges nothing. So a batch has a connection of its own: that its receiver closes it too tells that the receiver has read
 * to its end.
 */
const sendStream = async (address: SyslogAddress, links: ForwardedLink[]): Promise<void> => {
  const socket = await open(address)
  try {
    const closed = once(socket, 'close')
    closed.catch(() => {})
    const failed = once(socket, 'error').then(([error]) => Promise.reject(error as Error))
    failed.catch(() => {})
    // Whatever a receiver says is read, so that its end is.
    socket.resume()
    socket.end(Buffer.concat(links.map((link) => framed(messageOf(link)))))
    await Promise.race([closed, failed])
  } finally {
    socket.destroy()
  }
}

/** A syslog receiver, by UDP (RFC 5426), TCP (RFC 6587) or TLS (RFC 5425). */
export const syslogDestination = (address: SyslogAddress): Destination => ({
  name: `${address.transport}://${address.host}:${address.port}`,
  send: async (links) => (address.transport === 'udp' ? sendDatagrams : sendStream)(address, links),
})
