import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { afterEach, describe, expect, test } from 'vitest'
import { MEMO_PROGRAMS } from './addresses.ts'
import { readBalance, readTokenBalances } from './balances.ts'
import { broadcast } from './broadcast.ts'
import { SolanaRpcError } from './errors.ts'
import { createSolanaRpc, GENESIS_HASHES } from './rpc.ts'
import { signTransaction } from './sign.ts'
import { legacyOf, newWallet, SOME_BLOCKHASH, type Answer, startNode } from './solana.testing.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

/** A node that reports the mainnet genesis hash and otherwise answers with `answer`. */
const nodeThat = async (answer: Answer) => {
  const node = await startNode((call, response) =>
    call.method === 'getGenesisHash' ? GENESIS_HASHES.mainnet : answer(call, response),
  )
  stops.push(node.stop)
  return node
}
const { address } = newWallet()
const memoOf = (payer: string) =>
  legacyOf(payer, SOME_BLOCKHASH, new TransactionInstruction({ programId: new PublicKey(MEMO_PROGRAMS[0]), keys: [] }))
const failure = (work: Promise<unknown>): Promise<SolanaRpcError> =>
  work.then(
    () => expect.unreachable('expected a failure'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(SolanaRpcError)
      return error as SolanaRpcError
    },
  )

describe('a node that', () => {
  test('does not answer is timed_out after the deadline, with one request made', async () => {
    const node = await nodeThat(() => undefined)
    const rpc = node.rpc({ timeoutMs: 1000 })
    await rpc.chain()
    const begun = performance.now()
    expect(await failure(readBalance(rpc, address))).toMatchObject({ kind: 'timed_out' })
    expect(performance.now() - begun).toBeLessThan(20_000)
    expect(node.calls).toHaveLength(2)
  })

  test('sends its response slowly is timed_out after the deadline', async () => {
    const node = await nodeThat((_, response) => {
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
      return undefined
    })
    expect(await failure(readBalance(node.rpc({ timeoutMs: 1000 }), address))).toMatchObject({ kind: 'timed_out' })
    expect(node.calls).toHaveLength(2)
  })

  test.each<[string, number, string, string]>([
    ['answers HTML', 200, '<html>Welcome</html>', 'malformed'],
    ['answers nothing', 200, '', 'malformed'],
    ['answers JSON that is not JSON-RPC', 200, '{"ok":true}', 'malformed'],
    ['answers to another call', 200, '{"jsonrpc":"2.0","id":999,"result":{"value":5}}', 'malformed'],
    ['limits the rate', 429, 'slow down', 'rate_limited'],
    ['is broken', 502, '<html>Bad gateway</html>', 'unavailable'],
    ['answers 404', 404, 'not found', 'refused'],
    ['wants a key', 401, 'unauthorized', 'refused'],
  ])('%s', async (_, status, body, kind) => {
    const node = await nodeThat((call, response) => void response.writeHead(status).end(body))
    expect(await failure(readBalance(node.rpc(), address))).toMatchObject({ kind })
    expect(node.calls).toHaveLength(2)
  })

  test.each([
    [-32005, 'unavailable'],
    [-32429, 'rate_limited'],
    [-32602, 'refused'],
  ])('answers with error %i is %s', async (code, kind) => {
    const error = { code, message: 'no\u0007 because' }
    const node = await nodeThat(({ id }, response) => void response.end(JSON.stringify({ jsonrpc: '2.0', id, error })))
    const failed = await failure(readBalance(node.rpc(), address))
    expect(failed).toMatchObject({ kind, rpcCode: code })
    expect(failed.message).toContain('no? because')
  })

  test.each([
    ['uncompressed', {}, Buffer.alloc(3000, 'x')],
    ['compressed', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(3000, 'x'))],
  ])('exceeds the size limit, %s, is malformed', async (_, headers, body) => {
    const node = await nodeThat((call, response) => void response.writeHead(200, headers).end(body))
    expect(await failure(readBalance(node.rpc({ maxBytes: 2000 }), address))).toMatchObject({
      kind: 'malformed',
      message: expect.stringContaining('more than 2000 bytes') as string,
    })
  })

  test('redirects is refused, and not followed', async () => {
    const target = await nodeThat(() => ({ value: 5 }))
    const node = await nodeThat((_, response) => void response.writeHead(307, { location: target.url }).end())
    expect(await failure(readBalance(node.rpc(), address))).toMatchObject({ kind: 'refused' })
    expect(target.calls).toHaveLength(0)
  })

  test.each([{ value: -1 }, { value: 1.5 }, { value: '5' }, { value: null }, {}, null, 'x', []])(
    'sends an invalid balance is malformed: %j',
    async (result) => {
      const node = await nodeThat(() => result)
      expect(await failure(readBalance(node.rpc(), address))).toMatchObject({ kind: 'malformed' })
    },
  )

  test('sends invalid token balances is malformed', async () => {
    const info = { mint: address, state: 'initialized', tokenAmount: { amount: '-5', decimals: 6 } }
    const node = await nodeThat(() => ({ value: [{ pubkey: address, account: { data: { parsed: { info } } } }] }))
    expect(await failure(readTokenBalances(node.rpc(), address))).toMatchObject({ kind: 'malformed' })
  })
})

test('a broken connection is retried once for a read, never for a send', async () => {
  let broken = 0
  const node = await nodeThat((_, response) => {
    broken++
    response.destroy()
    return undefined
  })
  const rpc = node.rpc()
  expect(await failure(readBalance(rpc, address))).toMatchObject({ kind: 'unavailable' })
  expect(broken).toBe(2)
  const wallet = newWallet()
  const { transaction } = signTransaction(memoOf(wallet.address), wallet.secret)
  expect(await failure(broadcast(rpc, transaction))).toMatchObject({ kind: 'unavailable' })
  expect(broken).toBe(3)
})

test('a read succeeds on its second attempt', async () => {
  let failed = false
  const node = await nodeThat((_, response) => {
    if (failed) return { value: 5 }
    failed = true
    response.destroy()
    return undefined
  })
  expect(await readBalance(node.rpc(), address)).toBe(5n)
})

test('an endpoint without a listener is unavailable', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  expect(await failure(readBalance(createSolanaRpc({ url: `http://127.0.0.1:${port}` }), address))).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('ECONNREFUSED') as string,
  })
})

describe('the chain of an endpoint', () => {
  test('must be the configured one before any other call', async () => {
    const node = await nodeThat(() => ({ value: 5 }))
    const rpc = node.rpc({ genesisHash: GENESIS_HASHES.devnet })
    expect(await failure(readBalance(rpc, address))).toMatchObject({ kind: 'wrong_chain' })
    expect(node.calls.map(({ method }) => method)).toEqual(['getGenesisHash'])
  })

  test('is verified once, and again after the interval, so that a fork at the same address is detected', async () => {
    let genesis: string = GENESIS_HASHES.mainnet
    const node = await startNode(({ method }) => (method === 'getGenesisHash' ? genesis : { value: 5 }))
    stops.push(node.stop)
    const rpc = node.rpc({ recheckMs: 50 })
    await Promise.all([1, 2, 3].map(() => readBalance(rpc, address)))
    expect(node.calls.filter(({ method }) => method === 'getGenesisHash')).toHaveLength(1)
    genesis = GENESIS_HASHES.testnet
    await expect.poll(() => failure(readBalance(rpc, address))).toMatchObject({ kind: 'wrong_chain' })
    genesis = GENESIS_HASHES.mainnet
    expect(await readBalance(rpc, address)).toBe(5n)
  })

  test('is verified again after a failed attempt', async () => {
    let up = false
    const node = await startNode(({ method }, response) => {
      if (!up) return void response.writeHead(503).end()
      return method === 'getGenesisHash' ? GENESIS_HASHES.mainnet : { value: 5 }
    })
    stops.push(node.stop)
    const rpc = node.rpc()
    expect(await failure(readBalance(rpc, address))).toMatchObject({ kind: 'unavailable' })
    up = true
    expect(await readBalance(rpc, address)).toBe(5n)
  })
})

test('no message quotes the URL’s secrets, including in the node’s own text', async () => {
  const node = await nodeThat(({ id }, response) => {
    const message = 'key hunter2secret of user apiuser22 may not use topsecretkey'
    return void response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message } }))
  })
  const url = `${node.url.replace('//', '//apiuser22:password99@')}/v2/topsecretkey?api-key=hunter2secret`
  const refused = await failure(readBalance(createSolanaRpc({ url }), address))
  await node.stop()
  const unreachable = await failure(readBalance(createSolanaRpc({ url }), address))
  for (const { message, stack } of [refused, unreachable]) {
    expect(`${message}${stack}`).not.toMatch(/hunter2secret|topsecretkey|password99|apiuser22/)
  }
  expect(refused.message).toContain('key … of user … may not use …')
})
