import { errors } from '@openauth/client'
import { expect, test } from 'vitest'
import type { Problem } from '../../errors.ts'
import { EthereumError, EvmRpcError } from '../../lib/ethereum/errors.ts'
import { SolanaError, SolanaRpcError } from '../../lib/solana/errors.ts'
import { VaraError, VaraRpcError } from '../../lib/vara/errors.ts'
import { withChainErrors } from './errors.ts'

const refusalOf = async (failure: Error): Promise<unknown> => {
  try {
    return await withChainErrors(Promise.reject(failure))
  } catch (refusal) {
    return refusal
  }
}

test.each([
  [new SolanaRpcError('timed_out', 'slow'), 504, 'chain_timeout'],
  [new EvmRpcError('timed_out', 'slow'), 504, 'chain_timeout'],
  [new VaraRpcError('timed_out', 'slow'), 504, 'chain_timeout'],
  [new EvmRpcError('unavailable', 'down'), 502, 'chain_unavailable'],
  [new VaraRpcError('rate_limited', 'too often'), 502, 'chain_unavailable'],
  [new SolanaRpcError('malformed', 'html'), 502, 'chain_answer_unusable'],
  [new SolanaRpcError('wrong_chain', 'a fork'), 502, 'chain_answer_unusable'],
  [new VaraError('wrong_chain', 'a fork'), 502, 'chain_answer_unusable'],
  [new EthereumError('fee_too_high', 'dear'), 400, 'fee_too_high'],
  [new SolanaError('unknown_lookup_table', 'which'), 400, 'transaction_refused'],
])('%s becomes an error with its own status', async (failure, status, code) => {
  const problem = (await refusalOf(failure)) as Problem
  expect([problem.code, errors[problem.code][0]]).toEqual([code, status])
  expect(problem.message).toBe(failure.message)
})

test('P3: a message starts with the text that clients match, followed by the reason', async () => {
  const error = new SolanaError('insufficient_balance', '5 of 7')
  await expect(withChainErrors(Promise.reject(error))).rejects.toMatchObject({
    message: 'Insufficient balance: 5 of 7',
    issues: [{ path: '', message: '5 of 7' }],
  })
})

test('an error that is not of a chain is rethrown unchanged', async () => {
  const error = new Error('a bug')
  await expect(withChainErrors(Promise.reject(error))).rejects.toBe(error)
})
