import { createPublicKey } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { findClient, type AppleClient } from './clients.ts'
import { base, clock } from './state.ts'
import type { State } from './model.ts'

/** Six months, in seconds. */
const MAX_LIFETIME = 15_777_000

/**
 * The client whose key signed the secret: an ES256 JWT issued by the team, with the client as subject and Apple as
 * audience, valid for six months at most.
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export const clientOfSecret = async (
  state: State,
  id: string | null,
  secret: string,
): Promise<AppleClient | undefined> => {
  const client = findClient(state.clients, 'apple', id ?? undefined)
  if (!client) return undefined
  try {
    if (decodeProtectedHeader(secret).kid !== client.keyId) return undefined
    const { payload } = await jwtVerify(secret, createPublicKey(client.privateKey), {
      algorithms: ['ES256'],
      issuer: client.teamId,
      subject: client.clientId,
      audience: base(state, 'apple'),
      requiredClaims: ['iat', 'exp'],
      currentDate: new Date(clock(state) * 1000),
    })
    return (payload.exp ?? 0) - clock(state) <= MAX_LIFETIME ? client : undefined
  } catch {
    return undefined
  }
}
