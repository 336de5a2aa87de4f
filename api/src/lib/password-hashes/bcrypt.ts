import type { ParseHash } from './parsed-hash.ts'

/** The most that a login may cost, as a power of two of rounds. */
const MOST = 14

/** bcrypt in modular crypt form. Its implementation is loaded with the first such hash. */
export const parseBcrypt: ParseHash = (stored) => {
  const rounds = Number(/^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(stored)?.[1])
  if (!(rounds >= 4 && rounds <= MOST)) return undefined
  return { verify: async (text) => (await import('@node-rs/bcrypt')).verify(text, stored), current: false }
}
