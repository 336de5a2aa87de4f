import { isIPv6 } from 'node:net'
import type { AttemptCounters } from '../../lib/attempt-counters.ts'

/** IPv6 groups, with `::` written out. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::')
  const [front, back] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const missing = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  return [...front, ...Array.from({ length: missing }, () => '0'), ...back]
}

/** The unit of address limits: an IPv4 address, or an IPv6 /64, the usual assignment to one site (RFC 6177). */
export const addressKey = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  return isIPv6(ip) ? groupsOf(ip).slice(0, 4).join(':') : ip
}

/**
 * Limits password guesses: counts the attempt before the check, so that parallel guesses cannot bypass the limit. The
 * returned function refunds the attempt after a correct password. Throws LimitExceededError.
 */
export const guardPassword = async (
  attempts: AttemptCounters,
  account: string,
  ip: string,
): Promise<() => Promise<void>> => {
  const address = addressKey(ip)
  const counted = [
    ['passwordByAccountAndIp', `${account} ${address}`],
    ['passwordByAccount', account],
    ['passwordByIp', address],
  ] as const
  await attempts.consume(...counted)
  return () => attempts.refund(...counted)
}
