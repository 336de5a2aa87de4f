import { Keypair } from '@solana/web3.js'
import { expect, test } from 'vitest'
import type { Effect } from '../../lib/solana/effects.ts'
import type { Simulation } from '../../lib/solana/simulate.ts'
import { impactOf, type InspectedTransaction } from './impact.ts'

const newAddress = () => Keypair.generate().publicKey.toBase58()
const [us, program, mint] = [newAddress(), newAddress(), newAddress()]

/** A call of a program that nobody can read, of which only the simulation tells what it does. */
const examined = (simulation: Partial<Simulation>, effects: Effect[] = []): InspectedTransaction => ({
  decoded: {
    ...{ version: 0, feePayer: us, fee: 5000n, signers: [us], needsUs: true, recentBlockhash: us },
    ...{ programs: [program], accounts: [us, program], effects },
    flags: [{ code: 'unknown_program', instruction: 0, program, ours: true }],
  },
  simulation: {
    ...{ failure: undefined, logs: [], unitsConsumed: 1, lamports: -5000n, tokens: [] },
    ...{ reassigned: false, approved: false, authority: false, ...simulation },
  },
})
const risksOf = (simulation: Partial<Simulation>) => Object.keys(impactOf(examined(simulation), us, 'url').risks)

test('an approval or transfer of authority by an unreadable program is a risk of its own', () => {
  expect(risksOf({})).toEqual(['unknownPrograms'])
  expect(risksOf({ approved: true })).toEqual(['unknownPrograms', 'approvals'])
  expect(risksOf({ authority: true })).toEqual(['unknownPrograms', 'authorityChanges'])
})

test('tokens that a program moves to an account that may change hands have left', () => {
  const out = { account: newAddress(), mint, change: -70n, lost: false, associated: true }
  const spends = (associated: boolean) => {
    const back = { account: newAddress(), mint, change: 70n, lost: false, associated }
    return impactOf(examined({ tokens: [out, back] }), us, 'url').spends
  }
  const fee = { token: null, amount: 5000n, incidental: 5000n, fee: 5000n }
  expect(spends(false)).toEqual([fee, { token: mint, amount: 70n, incidental: 0n, fee: 0n }])
  expect(spends(true)).toEqual([fee])
})
