import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { holdingsOf } from '../../src/features/wallet/balance/holdings.ts'
import { lamportsIn, readLamports } from '../../src/features/wallet/balance/node-balance.ts'

const answer = (value: string) => `{"jsonrpc":"2.0","result":{"context":{"slot":1},"value":${value}},"id":1}`

describe('a node’s response to getBalance', () => {
  test.each([
    ['0', 0n],
    ['1234567890', 1_234_567_890n],
    ['9007199254740991', 9_007_199_254_740_991n],
    ['600000000123456789', 600_000_000_123_456_789n],
    ['18446744073709551615', 18_446_744_073_709_551_615n],
  ])('%s lamports are read exactly', (value, lamports) => expect(lamportsIn(answer(value))).toBe(lamports))

  test.each([
    ...['-1', '1.5', '"5"', 'null', 'true', '{}', '[1]', '1e400', '18446744073709551616', '1e30'].map(answer),
    '',
    'null',
    '[]',
    '<html>',
    '{"result":5}',
    '{"result":null}',
    '{"error":{"code":-32602,"message":"Invalid param"},"id":1}',
    `{"error":{"code":1},"result":{"value":5}}`,
    answer(`5${' '.repeat(30_000)}`),
  ])('%.60s is rejected', (text) => expect(() => lamportsIn(text)).toThrow(/node|JSON/))

  test('another "value" in the response does not change a large balance', () => {
    const text = `{"result":{"value":600000000123456789},"x":{"value":600000000123456790}}`
    expect(lamportsIn(text)).toBe(BigInt(600_000_000_123_456_800))
  })
})

describe('requests to a node', () => {
  const asked = async (status: number, body: string): Promise<{ lamports: Promise<bigint>; question: unknown }> => {
    let question: unknown
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (part: Buffer) => (text += part.toString()))
      request.on('end', () => {
        question = JSON.parse(text)
        response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      })
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const lamports = readLamports(url, 'addr', new AbortController().signal)
    await lamports.catch(() => {})
    server.close()
    return { lamports, question }
  }

  test('a balance is one JSON-RPC call', async () => {
    const { lamports, question } = await asked(200, answer('7'))
    expect(await lamports).toBe(7n)
    expect(question).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'getBalance',
      params: ['addr', { commitment: 'confirmed' }],
    })
  })

  test('an error response rejects', async () => {
    const { lamports } = await asked(429, answer('7'))
    await expect(lamports).rejects.toThrow('429')
  })

  test('leaving the page aborts the request', async () => {
    const signal = AbortSignal.abort(new Error('left'))
    await expect(readLamports('http://127.0.0.1:9/', 'addr', signal)).rejects.toThrow('left')
  })
})

describe('balances of the server', () => {
  const sol = { token: null, amount: '5', decimals: 9, symbol: 'SOL' }
  const token = { token: 'Mint', amount: '1500', decimals: 2, symbol: null }

  test('are SOL and the other tokens', () => {
    expect(holdingsOf([token, sol])).toEqual({ lamports: 5n, tokens: [{ mint: 'Mint', units: 1500n, decimals: 2 }] })
  })

  test('invalid ones are left out', () => {
    const broken = [
      { ...token, amount: '0' },
      { ...token, amount: '1e5' },
      { ...token, amount: '-5' },
      { ...token, decimals: 99 },
      { ...token, decimals: 1.5 },
    ]
    expect(holdingsOf([sol, ...broken]).tokens).toEqual([])
  })

  test.each([[[]], [[token]], [[{ ...sol, amount: 'x' }]], [[{ ...sol, amount: '-1' }]]])(
    'without SOL it is no answer',
    (balances) => expect(() => holdingsOf(balances)).toThrow('SOL'),
  )
})
