import { expect } from 'vitest'
import type { FakeAnswer } from './fake-rpc.testing.ts'

/** The key in the address of an endpoint, which no error may contain. */
export const SECRET = 'k3y-0f-th3-0p3rat0r'

/** A JSON-RPC error: https://www.jsonrpc.org/specification#error_object */
export const rpcError = (code: number, message: string, data?: unknown): FakeAnswer => ({
  error: { code, message, data },
})

/**
 * Answers to a call that every chain's client must read in the same way: the name of the case, the answer, and fields of the error that
 * follows. The time limit is 500 ms where nothing is answered.
 */
export const commonAnswers: readonly [string, FakeAnswer, object][] = [
  ['none', 'hang', { kind: 'timed_out', message: expect.stringMatching(/did not answer within 500 ms/) }],
  ['a dropped connection', 'cut', { kind: 'unavailable' }],
  ['a page of HTML', { status: 200, body: '<!doctype html><h1>It works!</h1>' }, { kind: 'malformed' }],
  ['HTML and 503', { status: 503, body: '<h1>Sorry</h1>' }, { kind: 'unavailable' }],
  ['nothing', { status: 200, body: '' }, { kind: 'malformed' }],
  ['null', { status: 200, body: 'null' }, { kind: 'malformed' }],
  ['an array', { status: 200, body: '[]' }, { kind: 'malformed' }],
  ['neither result nor error', { status: 200, body: '{"jsonrpc":"2.0","id":1}' }, { kind: 'malformed' }],
  [
    "another request's result",
    { status: 200, body: '{"jsonrpc":"2.0","id":99,"result":"0x1"}' },
    { kind: 'malformed' },
  ],
  ['429', { status: 429, body: '', headers: { 'retry-after': '7' } }, { kind: 'rate_limited', retryAfter: 7 }],
  ['429 with JSON', { status: 429, body: '{"error":{"code":1,"message":"no"}}' }, { kind: 'rate_limited' }],
  ['a limit in JSON', rpcError(-32005, 'daily request count exceeded, request rate limited'), { kind: 'rate_limited' }],
  ['401', { status: 401, body: 'Unauthorized' }, { kind: 'refused' }],
  ['an error with 400', { status: 400, body: '{"error":{"code":-32602,"message":"no"}}' }, { kind: 'refused' }],
]
