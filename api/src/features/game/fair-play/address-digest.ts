import { createHmac, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Database } from '../../../db.ts'
import { createLargeCache } from '../../../lib/large-cache.ts'

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

/** How many digests of a day are remembered. */
const MOST_DIGESTS = 20_000

/** Makes the digest of an address. */
export type AddressDigest = (ip: string) => string

const digestOfDay = (salt: Uint8Array): AddressDigest => {
  const known = createLargeCache<string>(MOST_DIGESTS)
  return (ip) => {
    const digest = known.get(ip) ?? digestOf(salt, ip)
    known.set(ip, digest)
    return digest
  }
}

/** Digests of the addresses of a day, which tell only whether two of them are the same. */
export const createAddressDigests = (db: Pick<Database, 'prisma'>) => {
  let known: { day: number; digest: Promise<AddressDigest> } | undefined
  return (day: number): Promise<AddressDigest> => {
    if (known?.day === day) return known.digest
    const digest = saltOf(db, day).then(digestOfDay)
    known = { day, digest }
    digest.catch(() => (known = undefined))
    return digest
  }
}
