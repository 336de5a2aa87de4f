import { ApiError } from '@openauth/client'
import { expect, test } from 'vitest'
import { createRecorder, describeFailure } from './recorder.ts'

test('a failure is printed once with its call, status and answer, and thrown', async () => {
  const lines: string[] = []
  const recorder = createRecorder((line) => lines.push(line))
  const error = new ApiError(409, { code: 'nonce_taken', message: 'Taken', requestId: 'r1' })
  await expect(recorder.timed('vara.sendMessage', () => Promise.reject(error))).rejects.toBe(error)
  recorder.fail('user: between two calls', error)
  expect(lines).toEqual([
    'FAILED vara.sendMessage: status 409, answer {"code":"nonce_taken","message":"Taken","requestId":"r1"}',
  ])
  expect([...recorder.failures]).toEqual([['vara.sendMessage', 1]])
  expect(recorder.samples.get('vara.sendMessage')).toHaveLength(1)
})

test('an identical failure counts each time', () => {
  const recorder = createRecorder(() => {})
  recorder.fail('page: console', 'refused')
  recorder.fail('page: console', 'refused')
  expect(recorder.failures.get('page: console')).toBe(2)
})

test('a call without a response is reported with the reason', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const cause = new TypeError('fetch failed', { cause: refused })
  expect(describeFailure(new ApiError(0, {}, { cause }))).toBe('no answer: fetch failed (ECONNREFUSED connect)')
})

test('a call that the end of the run cuts off is no failure', async () => {
  const recorder = createRecorder(() => {})
  recorder.close()
  await expect(recorder.timed('account.profile', () => Promise.reject(new Error('cut')))).rejects.toThrow('cut')
  expect(recorder.failures.size + recorder.samples.size).toBe(0)
})
