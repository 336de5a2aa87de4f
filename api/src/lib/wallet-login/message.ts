/** What a wallet is asked to sign in order to log in. */
export interface WalletChallenge {
  chain: 'ethereum' | 'solana'
  /** EIP-55 or base58. */
  address: string
  /** The page that asks. */
  uri: URL
  /** EIP-155 chain id; on Solana none. */
  chainId: number
  nonce: string
  appName: string
  issuedAt: Date
  expiresAt: Date
}

/**
 * The statement is one line of plain text (EIP-4361: no line feed, and only characters of RFC 3986 `reserved`,
 * `unreserved` and space), so that a name in other letters is left out rather than shown wrong.
 */
const statementOf = (appName: string): string =>
  /^[\w \-.~:/?#[\]@!$&'()*+,;=]+$/.test(appName) ? `Log in to ${appName}.` : 'Log in.'

/**
 * The one-time message, by the grammar of EIP-4361 (https://eips.ethereum.org/EIPS/eip-4361); for Solana the same with
 * its words (https://github.com/phantom/sign-in-with-solana). Wallets compare domain and URI with the page that asks.
 */
export const challengeMessage = ({ chain, ...challenge }: WalletChallenge): string => {
  const { address, uri, chainId, nonce, appName, issuedAt, expiresAt } = challenge
  const account = chain === 'ethereum' ? 'Ethereum' : 'Solana'
  return [
    `${uri.host} wants you to sign in with your ${account} account:`,
    address,
    '',
    statementOf(appName),
    '',
    `URI: ${uri.origin}${uri.pathname}`,
    'Version: 1',
    `Chain ID: ${chain === 'ethereum' ? chainId : 'mainnet'}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join('\n')
}
