/**
 * Parses an endpoint's address. Throws TypeError without quoting it; fetch would also reject credentials, but quotes
 * them.
 */
export const parseEndpoint = (text: string, { basicAuth }: { basicAuth?: true } = {}): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && (basicAuth || (!url.username && !url.password))) return url
  throw new TypeError('An RPC endpoint must be an http or https address without credentials before the host')
}

/**
 * Caches a successful check for `trustForMs`; concurrent calls share one check. A failure rejects the waiting calls and
 * is not cached.
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

/** Decides about the chain that an endpoint serves, before any other call; rejects to refuse it. */
export type AcceptChain = (genesisHash: string) => Promise<void>
