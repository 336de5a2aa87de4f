/** One transfer, as it is asked for. */
export interface Transfer {
  /** Whose money it is. */
  from: string
  address: string
  /** Lamports, decimal digits. */
  amount: string
}

/** A random UUID (RFC 9562, version 4), also on pages without TLS, which have no randomUUID. */
export const randomId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const contentOf = ({ from, address, amount }: Transfer): string => [from, address, amount].join(' ')

/**
 * Idempotency keys. A transfer whose answer did not arrive may have been sent all the same: asked for again, it goes with
 * the same key, so that the server sends nothing twice. One that succeeded is over, and the next like it is another.
 */
export const createSendKeys = (makeId: () => string = randomId) => {
  const keys = new Map<string, string>()
  return {
    keyOf: (transfer: Transfer): string => {
      const content = contentOf(transfer)
      const key = keys.get(content) ?? makeId()
      keys.set(content, key)
      return key
    },
    settle: (transfer: Transfer): void => void keys.delete(contentOf(transfer)),
  }
}

/** The page's own: leaving the form after a failure and coming back must not make the transfer another one. */
export const sendKeys = createSendKeys()
