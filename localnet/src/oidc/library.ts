/**
 * Whether a warning is oidc-provider's about Node 20: it supports 22 and newer, and says so in red whenever it is loaded. It runs on
 * Node 20 all the same, on which CI runs every login through it, and it is on loopback only: to whoever starts `npm run dev` the warning
 * would look like a fault of this project, which supports Node 20.
 */
const isAboutRuntime = (given: readonly unknown[]): boolean =>
  given.length === 1 && String(given[0]).includes('oidc-provider WARNING: Unsupported runtime. Use Node.js v22')

const loadQuietly = async (): Promise<typeof import('oidc-provider')> => {
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

/** The OpenID provider of oidc-provider. */
export const { Provider } = await loadQuietly()
