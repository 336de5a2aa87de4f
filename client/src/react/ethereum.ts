import type { Purpose } from '../contract/facts/purpose.ts'
import type { Session } from './session.ts'

/** An Ethereum wallet in the browser: `window.ethereum`, or any other EIP-1193 provider. */
export interface EthereumProvider {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>
}

const hex = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Requests a challenge for a purpose and has the wallet sign it (EIP-4361, by personal_sign of EIP-191). */
export const signEthereumChallenge = async ({ appId, client }: Session, wallet: EthereumProvider, purpose: Purpose) => {
  const accounts = (await wallet.request({ method: 'eth_requestAccounts' })) as string[]
  const ethAddress = accounts[0]
  if (!ethAddress) throw new Error('The wallet returned no account')
  const challenge = { appId, chain: 'ethereum', address: ethAddress, uri: location.href, purpose } as const
  const { message } = await client.login.challenge(challenge)
  const signature = await wallet.request({ method: 'personal_sign', params: [hex(message), ethAddress] })
  return { ethAddress, signature: signature as string, message }
}
