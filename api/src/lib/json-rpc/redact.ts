import type { Dialect } from './dialect.ts'

/** The parts of an address that may hold an API key. The host is not secret. */
const secretsOf = (url: URL): string[] => [
  ...[url.href, url.pathname, ...url.pathname.split('/'), url.search, ...url.searchParams.values()],
  ...[url.username, url.password],
]

/**
 * A node's text without parts of the endpoint's address, safe for logs, terminals and pages: visible ASCII and spaces, at
 * most 200 characters.
 */
export const redact = (text: string, url: URL, { minLength, mark }: Dialect['redaction']): string =>
  secretsOf(url)
    .filter((secret) => secret.length >= minLength)
    .sort((one, other) => other.length - one.length)
    .reduce((clean, secret) => clean.replaceAll(secret, mark), text)
    .slice(0, 200)
    .replaceAll(/[^\x20-\x7e]/g, (character) => (character === mark ? mark : '?'))
