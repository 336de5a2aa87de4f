/** An endpoint's address. Throws TypeError: fetch refuses credentials in an address as well, in a message that quotes them. */
export const parseEndpoint = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url
  throw new TypeError('An RPC endpoint is an http or https address without credentials before the host')
}

/**
 * Remembers for `trustForMs` that a check went well; calls meanwhile share it. A failure is told to those who waited for it,
 * and not remembered.
 */
export const cachedCheck = <T>(check: () => Promise<T>, trustForMs: number): (() => Promise<T>) => {
  let trusted: { until: number; check: Promise<T> } | undefined
  return () => {
    if (trusted && Date.now() < trusted.until) return trusted.check
    const current = { until: Date.now() + trustForMs, check: check() }
    trusted = current
    current.check.catch(() => {
      if (trusted === current) trusted = undefined
    })
    return current.check
  }
}

/** What is done about a chain that an endpoint turns out to be of, before anything else is asked of it. */
export type AcceptChain = (genesisHash: string) => Promise<void>
