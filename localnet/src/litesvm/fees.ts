import { ComputeBudgetProgram, SystemProgram, type VersionedMessage } from '@solana/web3.js'

/** https://solana.com/docs/core/fees */
const LAMPORTS_PER_SIGNATURE = 5_000n
const MICROLAMPORTS = 1_000_000n
const MAX_UNITS = 1_400_000
/** https://github.com/solana-foundation/solana-improvement-documents/blob/main/proposals/0170-builtin-program-cu-allocations.md */
const UNITS_OF_BUILTIN = 3_000
const UNITS_OF_PROGRAM = 200_000

const SET_LIMIT = 2
const SET_PRICE = 3
const builtins = new Set([SystemProgram.programId.toBase58(), ComputeBudgetProgram.programId.toBase58()])

/** The fee of a message in lamports: for its signatures, and for its compute units at their price. */
export const feeOf = (message: VersionedMessage): bigint => {
  let [price, limit, usual] = [0n, undefined as number | undefined, 0]
  for (const { programIdIndex, data } of message.compiledInstructions) {
    const program = message.staticAccountKeys[programIdIndex]?.toBase58() ?? ''
    usual += builtins.has(program) ? UNITS_OF_BUILTIN : UNITS_OF_PROGRAM
    if (program !== ComputeBudgetProgram.programId.toBase58()) continue
    const bytes = Buffer.from(data)
    if (bytes[0] === SET_LIMIT && bytes.length >= 5) limit = bytes.readUInt32LE(1)
    if (bytes[0] === SET_PRICE && bytes.length >= 9) price = bytes.readBigUInt64LE(1)
  }
  const units = BigInt(Math.min(limit ?? usual, MAX_UNITS))
  const priority = (price * units + MICROLAMPORTS - 1n) / MICROLAMPORTS
  return BigInt(message.header.numRequiredSignatures) * LAMPORTS_PER_SIGNATURE + priority
}
