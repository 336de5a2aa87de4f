/** The fields of a message that a wallet signs, and its purpose. */
export interface WalletChallenge {
  purpose: keyof typeof statements
  chain: 'ethereum' | 'solana'
  /** EIP-55 or base58. */
  address: string
  /** The requesting page. */
  uri: URL
  /** EIP-155 chain id; unused on Solana. */
  chainId: number
  nonce: string
  appName: string
  issuedAt: Date
  expiresAt: Date
}

/** The purpose of a signature, as the wallet displays it. */
const statements = {
  login: ['Log in', 'to'],
  bind: ['Add this wallet to your account', 'at'],
  reauthenticate: ['Confirm a change of your account', 'at'],
} as const

/**
 * The statement is one line of plain text (EIP-4361: no line feed, and only characters of RFC 3986 `reserved`,
 * `unreserved` and space). A name with other characters is left out.
 */
const statementOf = (purpose: keyof typeof statements, appName: string): string => {
  const [what, where] = statements[purpose]
  return /^[\w \-.~:/?#[\]@!$&'()*+,;=]+$/.test(appName) ? `${what} ${where} ${appName}.` : `${what}.`
}

/**
 * The one-time message in the grammar of EIP-4361 (https://eips.ethereum.org/EIPS/eip-4361), and its Solana form
 * (https://github.com/phantom/sign-in-with-solana). Wallets compare domain and URI with the requesting page.
 */
export const challengeMessage = ({ chain, ...challenge }: WalletChallenge): string => {
  const { purpose, address, uri, chainId, nonce, appName, issuedAt, expiresAt } = challenge
  const account = chain === 'ethereum' ? 'Ethereum' : 'Solana'
  return [
    `${uri.host} wants you to sign in with your ${account} account:`,
    address,
    '',
    statementOf(purpose, appName),
    '',
    `URI: ${uri.origin}${uri.pathname}`,
    'Version: 1',
    `Chain ID: ${chain === 'ethereum' ? chainId : 'mainnet'}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join('\n')
}
