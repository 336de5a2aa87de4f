import type { VaraSendMessage, VaraSendReply } from '@openauth/client'
import type { VaraBalance } from '../../../../lib/vara/balances.ts'
import type { Broadcast } from '../../../../lib/vara/broadcast.ts'
import type { BuiltExtrinsic } from '../../../../lib/vara/build.ts'
import type { VaraRpc } from '../../../../lib/vara/rpc.ts'
import { type TransactionImpact, withFee } from '../../../policy-engine/enforce-policy.ts'
import type { Sender } from '../../owner.ts'
import type { ChainSends, Submission } from '../../adapter.ts'
import { reserveNonce } from '../../nonces.ts'
import { send as sendIntent } from '../../send.ts'
import type { TransferNeeds } from '../../needs.ts'

const library = () => import('./library.ts')

/** Payloads have no common format, and only the chain has the list of programs. */
const UNREADABLE = 'it calls a program that this server cannot decode'

/**
 * The impact of an extrinsic for policies, from the signed payload, which fixes the amount. Gas is part of the fee. The recipient of a reply is the
 * sender of the message, which only the chain has.
 */
export const impactOf = (
  { kind, value, target, maxFee }: Pick<BuiltExtrinsic, 'kind' | 'value' | 'target' | 'maxFee'>,
  rpcUrl: string,
): TransactionImpact => ({
  network: 'vara',
  rpcUrl,
  mentions: [],
  risks: { unknownPrograms: UNREADABLE },
  fixedAmounts: true,
  spends: withFee(value > 0n ? [{ token: null, amount: value, incidental: 0n, fee: 0n }] : [], maxFee),
  counterparties: [target],
  ...(kind === 'reply' ? { unknownPayee: true as const } : {}),
})

/** Other nodes may have a refused extrinsic: it stays in the ledger for the few minutes in which the chain can include it. */
const submissionOf = (sent: Broadcast): Submission => {
  if (sent.outcome !== 'refused') return sent
  const { reason, message } = sent
  const code = reason === 'nonce_used' || reason === 'nonce_taken' ? 'nonce_taken' : 'transaction_refused'
  const outlook = 'The list of transactions has its final status within a few minutes'
  return { outcome: 'refused', code, message, outlook }
}

/** A message to a program or a reply. */
export type VaraMessage =
  | ({ kind: 'message' } & Pick<VaraSendMessage, 'destination' | 'payload' | 'value'>)
  | ({ kind: 'reply' } & Pick<VaraSendReply, 'replyToId' | 'payload' | 'value'>)

const targetOf = (message: VaraMessage): string =>
  message.kind === 'message' ? message.destination : message.replyToId

/** Builds an extrinsic. Throws the library's errors. */
const build = async (rpc: VaraRpc, from: string, message: VaraMessage): Promise<BuiltExtrinsic> => {
  const { buildMessage, buildReply, parseVaraAmount, readVaraPayload } = await library()
  const value = message.value === undefined ? 0n : parseVaraAmount(message.value)
  const content = { from, payload: readVaraPayload(message.payload), value }
  return message.kind === 'message'
    ? buildMessage(rpc, { ...content, destination: message.destination })
    : buildReply(rpc, { ...content, replyToId: message.replyToId })
}

/** Sends of messages and replies. Nonces work as on Ethereum; extrinsics are mortal. */
export const varaSends: ChainSends<VaraRpc, VaraMessage, BuiltExtrinsic, VaraBalance> = {
  build,
  readAccount: async (rpc, address) => (await library()).readBalance(rpc, address),
  impact: (built, { rpcUrl }) => impactOf(built, rpcUrl),
  sign: async ({ signer }, tx, { network, wallet, built, account }) => {
    const { transferable: balance, nonce: used } = account
    const needed = built.value + built.maxFee + built.mustStay
    const nonce = await reserveNonce(
      tx,
      { network, fromAddress: wallet.address },
      { used, next: Math.max(used, built.nextNonce), balance, needed },
      (waiting) =>
        `${needed} planck are needed for the value, the gas and the existential deposit; of ${balance}, ${waiting} are reserved for pending transactions`,
    )
    const unsigned = built.withNonce(Number(nonce))
    const { extrinsic, hash } = unsigned.assemble(await signer.varaPayload(wallet, unsigned.payload))
    return {
      signature: hash,
      signed: new Uint8Array(extrinsic),
      nonce,
      maxFee: built.maxFee.toString(),
      validFrom: BigInt(built.bornAt),
      validUntil: BigInt(built.validUntil),
      toAddress: built.target,
    }
  },
  broadcast: async (rpc, signed, { bornAt, validUntil }) =>
    submissionOf(await (await library()).broadcast(rpc, signed, { bornAt, validUntil })),
}

type Call = VaraMessage & Pick<VaraSendMessage, 'rpcUrl' | 'idempotencyKey'>

/** Sends a message or a reply to a program. */
export const send = (deps: TransferNeeds, sender: Sender, call: Call): Promise<{ signature: string }> => {
  const { kind, rpcUrl, payload, value, idempotencyKey } = call
  const toAddress = targetOf(call)
  return sendIntent(deps, varaSends, sender, {
    network: 'vara',
    rpcUrl,
    kind,
    payment: call,
    columns: { toAddress, amount: value ?? '0' },
    fields: { toAddress, payload, value, idempotencyKey },
  })
}
