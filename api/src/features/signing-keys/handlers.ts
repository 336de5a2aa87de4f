import type { Handlers } from '../../handler.ts'
import { record } from '../audit/record.ts'
import type { ProviderKeySet } from './provider-keys.ts'
import { publicPem, type TokenKey, type TokenKeySet } from './token-keys.ts'

const present = async (tokenKeys: TokenKeySet, key: TokenKey) => {
  const current = await tokenKeys.current()
  const status: 'next' | 'current' | 'previous' =
    key.kid === current.kid ? 'current' : key.activeAt > current.activeAt ? 'next' : 'previous'
  return {
    kid: key.kid,
    status,
    publicKey: publicPem(key.publicKey),
    createdAt: key.createdAt,
    activeAt: key.activeAt,
  }
}

interface SigningKeyNeeds {
  tokenKeys: TokenKeySet
  providerKeys: ProviderKeySet
}

export const signingKeyHandlers = ({ tokenKeys, providerKeys }: SigningKeyNeeds): Handlers<'signingKeys'> => ({
  list: async () => Promise.all((await tokenKeys.list()).map((key) => present(tokenKeys, key))),

  rotate: async ({ overlapSeconds }, context) => {
    const key = await tokenKeys.rotate(overlapSeconds, async (tx, kid) => {
      await providerKeys.rotate(tx, new Date(Date.now() + overlapSeconds * 1000))
      await record(tx, context, { action: 'signing-key.rotate', targetId: kid, details: { overlapSeconds } })
    })
    return present(tokenKeys, key)
  },
})
