import { Keypair } from '@solana/web3.js'
import { expect, test } from 'vitest'
import type { Effect } from '../../../../lib/solana/effects.ts'
import type { Simulation } from '../../../../lib/solana/simulate.ts'
import { impactOf, type InspectedTransaction } from './impact.ts'

const newAddress = () => Keypair.generate().publicKey.toBase58()
const [ownAddress, program, mint] = [newAddress(), newAddress(), newAddress()]

/** A call of an undecodable program, whose effects only the simulation shows. */
const inspected = (simulation: Partial<Simulation>, effects: Effect[] = []): InspectedTransaction => ({
  decoded: {
    version: 0,
    feePayer: ownAddress,
    fee: 5000n,
    signers: [ownAddress],
    needsWallet: true,
    recentBlockhash: ownAddress,
    programs: [program],
    accounts: [ownAddress, program],
    effects,
    flags: [{ code: 'unknown_program', instruction: 0, program, ours: true }],
  },
  simulation: {
    failure: undefined,
    logs: [],
    unitsConsumed: 1,
    lamports: -5000n,
    tokens: [],
    reassigned: false,
    approved: false,
    authority: false,
    ...simulation,
  },
})
const risksOf = (simulation: Partial<Simulation>) =>
  Object.keys(impactOf(inspected(simulation), ownAddress, 'url').risks)

test('an approval or transfer of authority in the simulation of an undecodable program is a separate risk', () => {
  expect(risksOf({})).toEqual(['unknownPrograms'])
  expect(risksOf({ approved: true })).toEqual(['unknownPrograms', 'approvals'])
  expect(risksOf({ authority: true })).toEqual(['unknownPrograms', 'authorityChanges'])
})

test('tokens that a program moves to a non-associated account of the wallet count as spent', () => {
  const out = { account: newAddress(), mint, change: -70n, lost: false, associated: true }
  const spends = (associated: boolean) => {
    const back = { account: newAddress(), mint, change: 70n, lost: false, associated }
    return impactOf(inspected({ tokens: [out, back] }), ownAddress, 'url').spends
  }
  const fee = { token: null, amount: 5000n, incidental: 5000n, fee: 5000n }
  expect(spends(false)).toEqual([fee, { token: mint, amount: 70n, incidental: 0n, fee: 0n }])
  expect(spends(true)).toEqual([fee])
})
