import type { Session } from './session.ts'

/** A wallet as pages know it: `window.ethereum`, or any other provider of EIP-1193. */
export interface EthereumProvider {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>
}

const hex = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Has the wallet sign a one-time message (EIP-4361, by personal_sign of EIP-191). */
export const signEthereumChallenge = async ({ appId, client }: Session, wallet: EthereumProvider) => {
  const accounts = (await wallet.request({ method: 'eth_requestAccounts' })) as string[]
  const ethAddress = accounts[0]
  if (!ethAddress) throw new Error('The wallet has shown no account')
  const challenge = { appId, chain: 'ethereum', address: ethAddress, uri: location.href } as const
  const { message } = await client.login.challenge(challenge)
  const signature = await wallet.request({ method: 'personal_sign', params: [hex(message), ethAddress] })
  return { ethAddress, signature: signature as string, message }
}
