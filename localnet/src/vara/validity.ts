import type { MortalEra } from '@polkadot/types/interfaces'
import { accountIn } from './accounts.ts'
import type { Chain, SignedExtrinsic } from './chain.ts'
import { isSignedFor, type Extrinsic } from './extrinsic.ts'
import { feeFor } from './fees.ts'
import { BLOCK_HASH_COUNT, EXISTENTIAL_DEPOSIT } from './parameters.ts'
import { poolErrors } from './rpc-error.ts'
import type { View } from './storage.ts'

const mortal = ({ signed }: SignedExtrinsic): MortalEra | undefined =>
  signed.era.isMortalEra ? signed.era.asMortalEra : undefined

/** The number of the first block that cannot have it any more; undefined where it never ends. */
export const expiryBlockOf = (extrinsic: SignedExtrinsic, next: number): number | undefined =>
  mortal(extrinsic)?.death(next)

/**
 * The hash of the block that the era begins with, genesis where it never ends. A block that is not made yet, or forgotten,
 * is no beginning. https://paritytech.github.io/polkadot-sdk/master/frame_system/struct.CheckMortality.html
 */
const birthOf = (chain: Chain, extrinsic: SignedExtrinsic): string => {
  const next = chain.blocks.length
  const birth = mortal(extrinsic)?.birth(next)
  if (birth === undefined) return chain.genesisHash
  const block = birth > 0 && birth < next - BLOCK_HASH_COUNT ? undefined : chain.blocks[birth]
  if (!block) throw poolErrors.invalid('ancientBirthBlock')
  return block.hash
}

/** A signed extrinsic whose signature is good for the next block of this chain; throws what the pool refuses with. */
export const checkSignature = (chain: Chain, extrinsic: Extrinsic): SignedExtrinsic => {
  const { signed } = extrinsic
  if (!signed) throw poolErrors.unknown('Could not find an unsigned validator for the unsigned transaction')
  if (!signed.signer) throw poolErrors.unknown('Could not lookup information required to validate the transaction')
  const checked = { ...extrinsic, signed: { ...signed, signer: signed.signer } }
  if (!isSignedFor(checked, chain.genesisHash, birthOf(chain, checked))) throw poolErrors.invalid('badProof')
  return checked
}

/** Throws where the nonce is used, or where the fee and tip would not leave the existential deposit. */
export const checkAccount = (view: View, { signed, length }: SignedExtrinsic): void => {
  const { nonce, free } = accountIn(view, signed.signer)
  if (signed.nonce < nonce) throw poolErrors.invalid('stale')
  if (free - feeFor(length) - signed.tip < EXISTENTIAL_DEPOSIT) throw poolErrors.invalid('payment')
}
