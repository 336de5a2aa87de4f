import { expect, test } from 'vitest'
import { commonAnswers, SECRET } from './answers.testing.ts'
import { type FakeAnswer, startFakeRpc } from './fake-rpc.testing.ts'

interface Options {
  timeoutMs?: number
  maxBytes?: number
}

interface Tested {
  /** A client for an endpoint of the chain. */
  open: (url: string, options?: Options) => { call: (method: string, params: []) => Promise<unknown> }
  /** The address of a node of the chain, known once the tests run. */
  nodeUrl: () => string
  /** A method that a client does not call when it connects. */
  method: string
  errorName: string
  /** More cases, in the form of `commonAnswers`. */
  answers: readonly [string, FakeAnswer, object][]
  /** An error in which an endpoint quotes a text, where this chain's clients read it. */
  quoting: (text: string) => FakeAnswer
}

/** Tests that every chain's RPC client passes, whatever an endpoint answers. */
export const testRpcClient = ({ open, nodeUrl, method, errorName, answers, quoting }: Tested): void => {
  /** The error of a call to an endpoint with a key in its address, and how often the method was requested. */
  const ask = async (answer: FakeAnswer, options: Options = {}) => {
    const fake = await startFakeRpc(nodeUrl(), (request) => (request.method === method ? answer : undefined))
    const rpc = open(`${fake.url}/v3/${SECRET}?key=${SECRET}`, {
      timeoutMs: answer === 'hang' ? 500 : 30_000,
      ...options,
    })
    const error: unknown = await rpc.call(method, []).catch((error: unknown) => error)
    await fake.stop()
    return {
      error: error as Error & Record<string, unknown>,
      requests: fake.requestedMethods.filter((it) => it === method).length,
    }
  }

  test.each([...commonAnswers, ...answers])('%s', async (_, answer, expected) => {
    const { error } = await ask(answer)
    expect(error).toMatchObject({ name: errorName, ...expected })
    expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain(SECRET)
  })

  test('removes the key from the message of an endpoint that quotes its own address', async () => {
    const { error } = await ask(quoting(`no access to /v3/${SECRET}?key=${SECRET} \u001b[31m\n${'x'.repeat(999)}`))
    expect(error.message).not.toContain(SECRET)
    expect(error.message).toMatch(/^[\x20-\x7e]{1,260}$/)
  })

  test('retries a read once if the connection fails, and not otherwise', async () => {
    expect((await ask('cut')).requests).toBe(2)
    expect((await ask({ status: 500, body: '' })).requests).toBe(1)
    expect((await ask('hang')).requests).toBe(1)
  })

  test('SSRF: redirects are not followed', async () => {
    let reached = 0
    const inner = await startFakeRpc(nodeUrl(), () => void reached++)
    for (const status of [301, 302, 303, 307, 308]) {
      const { error } = await ask({ status, body: '', headers: { location: inner.url } })
      expect(error).toMatchObject({ kind: 'refused' })
    }
    expect(reached).toBe(0)
    await inner.stop()
  })

  test('stops reading an endless body at the limit', async () => {
    const { error } = await ask({ status: 200, body: 'x'.repeat(100_000) }, { maxBytes: 50_000 })
    expect(error).toMatchObject({ kind: 'malformed', message: expect.stringMatching(/more than 50000 bytes/) })
  })

  test('an endpoint that does not exist is unavailable', async () => {
    const refused = open(`http://127.0.0.1:9/${SECRET}`).call(method, [])
    await expect(refused).rejects.toMatchObject({ kind: 'unavailable', message: expect.not.stringContaining(SECRET) })
  })

  test.each(['file:///etc/passwd', 'ftp://127.0.0.1', `https://user:${SECRET}@example.com`, 'nonsense', ''])(
    'rejects the address %s without quoting it',
    (url) => {
      expect(() => open(url)).toThrow(TypeError)
      expect(() => open(url)).not.toThrow(SECRET)
    },
  )
}
