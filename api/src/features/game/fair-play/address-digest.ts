import { createHmac, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Database } from '../../../db.ts'

/** The network of an IPv6 address, which is one customer's (RFC 6177, section 2); an IPv4 address as it is. */
const networkOf = (ip: string): string => {
  if (!isIPv6(ip)) return ip
  // The URL parser writes every address in one form (RFC 5952).
  const [head = '', tail] = new URL(`http://[${ip.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const missing = tail === undefined ? 0 : 8 - first!.length - last!.length
  return [...first!, ...Array.from({ length: missing }, () => '0'), ...last!].slice(0, 4).join(':')
}

const digestOf = (salt: Uint8Array, ip: string): string =>
  createHmac('sha256', salt).update(networkOf(ip)).digest('base64url').slice(0, 12)

/** The salt of a day, which all servers share: the first one makes it. */
const saltOf = async ({ prisma }: Pick<Database, 'prisma'>, day: number): Promise<Uint8Array> => {
  await prisma.addressSalt.createMany({ data: [{ day, salt: randomBytes(32) }], skipDuplicates: true })
  return (await prisma.addressSalt.findUniqueOrThrow({ where: { day } })).salt
}

/** Digests of addresses, which tell only whether two of one day are the same. */
export const createAddressDigests = (db: Pick<Database, 'prisma'>) => {
  let known: { day: number; salt: Promise<Uint8Array> } | undefined
  return async (day: number, ip: string): Promise<string> => {
    if (known?.day !== day) {
      known = { day, salt: saltOf(db, day) }
      known.salt.catch(() => (known = undefined))
    }
    return digestOf(await known.salt, ip)
  }
}
