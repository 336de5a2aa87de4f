import { expect, test } from 'vitest'
import { createLogTail, redacted } from './log-tail.ts'

const lineOf = (fields: object) => `${JSON.stringify({ level: 30, time: 1_700_000_000_000, pid: 1, ...fields })}\n`
const all = { level: 'trace', limit: 1000 } as const

test('the last thousand lines are kept, and whoever reads on is told what was missed', () => {
  const written: string[] = []
  const tail = createLogTail()
  const stream = tail.stream({ write: (line) => written.push(line) })
  stream.write(lineOf({ msg: 'first' }))
  const { next, server } = tail.read(all)
  for (let index = 0; index < 1500; index += 1)
    stream.write(lineOf({ msg: `line ${index}`, level: index % 2 ? 50 : 30 }))
  const later = tail.read({ ...all, after: `00000000:7,${next}` })
  expect([later.lines.length, later.missed, later.server]).toEqual([1000, 500, server])
  expect(later.lines.at(-1)).toMatchObject({ message: 'line 1499', level: 'error' })
  expect(tail.read({ ...all, after: later.next })).toMatchObject({ lines: [], missed: 0 })
  expect(tail.read({ level: 'error', limit: 5 }).lines.map(({ level }) => level)).toEqual(Array(5).fill('error'))
  expect(written).toHaveLength(1501)
})

test('a line shows known fields only, and none of them a secret', () => {
  const tail = createLogTail()
  const secret = 'oa_0123456789abcdef0123456789abcdef'
  const token = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  tail.stream({ write: () => {} }).write(
    lineOf({
      msg: `refused Bearer ${token} at https://user:hunter2@node.example/v1/key-of-the-node`,
      req: {
        id: 'a-1',
        method: 'GET',
        path: '/user/profile',
        headers: { authorization: token },
        body: { password: 'hunter2' },
      },
      res: { statusCode: 500 },
      err: { type: 'Error', message: `secret ${secret} of ada@example.com 0x${'ab'.repeat(32)}`, stack: 'hunter2' },
      password: 'hunter2',
    }),
  )
  const { lines } = tail.read(all)
  expect(lines).toMatchObject([
    { message: 'refused Bearer … at node.example', fields: { path: '/user/profile', status: 500, type: 'Error' } },
  ])
  for (const hidden of [secret, token, 'hunter2', 'ada@example', 'abab', 'key-of-the-node'])
    expect(JSON.stringify(lines)).not.toContain(hidden)
})

test('what is no JSON is written on, and shown to nobody', () => {
  const tail = createLogTail()
  tail.stream({ write: () => {} }).write('not JSON: hunter2\n')
  expect(tail.read(all).lines).toEqual([])
})

test('ids, paths and plain words stay', () => {
  const text = 'App 0191e2f4-8d7c-7a51-b2c3-d4e5f6a7b8c9 of /admin/apps did not answer'
  expect(redacted(text)).toBe(text)
})
