import { pageStorage } from '../../../lib/page-storage.ts'

/** One requested transfer. */
export interface Transfer {
  /** The wallet that pays. */
  from: string
  address: string
  /** Lamports, decimal digits. */
  amount: string
}

/** A requested transfer whose end this browser does not know. */
export interface OpenSend extends Transfer {
  /** The idempotency key of the request. */
  key: string
  /** Milliseconds since the epoch. */
  at: number
}

const KEY = 'SONIC:Sends'
/** How long the server recognizes a call by its key. Milliseconds. */
const KEY_LIFETIME = 86_400_000
const MOST = 20

/** A random UUID (RFC 9562, version 4), also on pages without TLS, which have no randomUUID. */
export const randomId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const isSame = (one: Transfer, other: Transfer): boolean =>
  one.from === other.from && one.address === other.address && one.amount === other.amount

const isOpenSend = (value: unknown): value is OpenSend => {
  const { key, from, address, amount, at } = (value ?? {}) as Partial<OpenSend>
  const isText = [key, from, address].every((text) => typeof text === 'string')
  return isText && typeof amount === 'string' && /^\d{1,20}$/.test(amount) && typeof at === 'number'
}

/** Values of another version or program are ignored. */
const read = (storage: Storage, now: number): OpenSend[] => {
  try {
    const stored: unknown = JSON.parse(storage.get(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isOpenSend).filter(({ at }) => now - at < KEY_LIFETIME) : []
  } catch {
    return []
  }
}

type Storage = Pick<typeof pageStorage, 'get' | 'set'>

interface Options {
  storage?: Storage
  makeId?: () => string
  now?: () => number
}

/**
 * Idempotency keys, stored in the browser. A transfer without an answer may have been sent: a repetition, also after a
 * reload, has the same key, so that the server does not send twice. After a transfer has ended, an equal one is a new
 * transfer.
 */
export const createSendKeys = ({ storage = pageStorage, makeId = randomId, now = Date.now }: Options = {}) => {
  const write = (sends: OpenSend[]) => void storage.set(KEY, JSON.stringify(sends.slice(-MOST)))
  const all = () => read(storage, now())
  return {
    keyOf: (transfer: Transfer): string => {
      const { from, address, amount } = transfer
      const sends = all()
      const known = sends.find((send) => isSame(send, transfer))
      if (known) return known.key
      const key = makeId()
      write([...sends, { key, from, address, amount, at: now() }])
      return key
    },
    /** Transfers from a wallet that have not ended as far as this browser knows. */
    openOf: (from: string): OpenSend[] => all().filter((send) => send.from === from),
    settle: (key: string): void => write(all().filter((send) => send.key !== key)),
  }
}

export const sendKeys = createSendKeys()
