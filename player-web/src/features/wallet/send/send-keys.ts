import { pageStorage } from '../../../lib/page-storage.ts'

/** One transfer, as it is asked for. */
export interface Transfer {
  /** Whose money it is. */
  from: string
  address: string
  /** Lamports, decimal digits. */
  amount: string
}

/** A transfer that was asked for, and whose end this browser does not know. */
export interface OpenSend extends Transfer {
  /** The idempotency key that it was asked for with. */
  key: string
  /** Milliseconds since the epoch. */
  at: number
}

const KEY = 'SONIC:Sends'
/** Milliseconds for which the server knows a call again by its key. */
const KNOWN_FOR = 86_400_000
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

/** What another version or another program has written counts as nothing. */
const read = (storage: Storage, now: number): OpenSend[] => {
  try {
    const kept: unknown = JSON.parse(storage.get(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isOpenSend).filter(({ at }) => now - at < KNOWN_FOR) : []
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
 * Idempotency keys, kept in the browser. A transfer whose answer did not arrive may have been sent all the same: asked for
 * again, also after a reload, it goes with the same key, so that the server sends nothing twice. One that has ended is over,
 * and the next like it is another.
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
    /** Transfers out of a wallet that have not ended as far as this browser knows. */
    openOf: (from: string): OpenSend[] => all().filter((send) => send.from === from),
    settle: (key: string): void => write(all().filter((send) => send.key !== key)),
  }
}

export const sendKeys = createSendKeys()
