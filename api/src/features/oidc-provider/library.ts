import { cachedFor } from '../../lib/cached-for.ts'

type Library = typeof import('oidc-provider')

/**
 * Whether a warning is oidc-provider's about Node 20: it supports 22 and newer, and says so whenever it is loaded. The tests log in
 * through it on both.
 */
const isAboutRuntime = (given: readonly unknown[]): boolean =>
  given.length === 1 && String(given[0]).includes('oidc-provider WARNING: Unsupported runtime. Use Node.js v22')

const load = async (): Promise<Library> => {
  const output = globalThis.console
  const { warn } = output
  output.warn = (...given: unknown[]) => {
    if (!isAboutRuntime(given)) warn.apply(output, given)
  }
  try {
    return await import('oidc-provider')
  } finally {
    output.warn = warn
  }
}

/** oidc-provider, which is loaded at the first need: most servers are no OpenID provider. */
export const loadLibrary: () => Promise<Library> = cachedFor(Number.POSITIVE_INFINITY, load)
