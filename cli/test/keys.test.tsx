import { render } from 'ink-testing-library'
import { describe, expect, test } from 'vitest'
import { ProgressBar } from '../src/ui/progress-bar.tsx'
import type { Step } from '../src/ui/step.ts'
import { createOperator, data, fakeServer } from './cli.ts'

/** A server with these answers, in order, and the requests that it received. */
const serverOf = async (...answers: object[]) => {
  const { fetch, requests } = fakeServer(() => data(answers[requests.length - 1]))
  const { openauth, steps, asked } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
  const bodies = () => requests.map(({ body }) => body)
  return { openauth, steps, asked, requests, bodies }
}
const batch = (done: number, left: number, failed: number, next: string | null) => ({ done, left, failed, next })

describe('keys rewrap', () => {
  test('calls batch by batch to the end and prints the progress of each', async () => {
    const { openauth, bodies } = await serverOf(
      batch(1000, 1500, 0, 'app.1'),
      batch(1000, 500, 0, 'user.2'),
      batch(500, 0, 0, null),
    )
    const { code, stdout, stderr } = await openauth(['keys', 'rewrap', '--limit', '1000'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'done    2500\nleft    0\nfailed  0\n' })
    expect(bodies()).toEqual([{ limit: 1000 }, { limit: 1000, after: 'app.1' }, { limit: 1000, after: 'user.2' }])
    expect(stderr).toContain('1000 of 2500\n2000 of 2500\n2500 of 2500\n')
    expect(stderr).toContain('openauth keys retire')
  })

  test('repeats the pass for rows that changed meanwhile, but not for rows that do not open', async () => {
    const { openauth, bodies } = await serverOf(batch(5, 3, 1, null), batch(2, 1, 1, null))
    const { code, stdout, stderr } = await openauth(['keys', 'rewrap', '--json'])
    expect(bodies()).toHaveLength(2)
    expect(JSON.parse(stdout)).toEqual({ done: 7, left: 1, failed: 1 })
    expect([code, stderr]).toEqual([1, expect.stringContaining('1 data keys do not open')])
  })

  test('stops after five passes while other servers wrap under the old key', async () => {
    const { openauth, requests } = await serverOf(...Array.from({ length: 20 }, () => batch(1, 1, 0, null)))
    const { code, stderr } = await openauth(['keys', 'rewrap'])
    expect([code, requests.length]).toEqual([0, 5])
    expect(stderr).toContain('Run the command again')
  })

  test('reports steps to the progress bar on a terminal, and exits with 1 when a call fails', async () => {
    const { openauth, steps } = await serverOf(batch(1, 1, 0, 'user.1'))
    const { code } = await openauth(['keys', 'rewrap'], { answers: [] })
    expect(steps).toEqual([{ done: 1, total: 2, failed: 0 }])
    expect(code).toBe(1)
  })
})

describe('keys verify', () => {
  const first = { next: 'user.1', total: 5, reports: [{ kekId: 'local:1', opened: 2, failed: 0 }] }

  test('sums the reports of all batches', async () => {
    const last = {
      next: null,
      total: 5,
      reports: [
        { kekId: 'local:1', opened: 1, failed: 0 },
        { kekId: 'local:2', opened: 2, failed: 0 },
      ],
    }
    const { openauth } = await serverOf(first, last)
    const { code, stdout, stderr } = await openauth(['keys', 'verify'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/opened +5\nfailed +0\nKEK ID +OPENED +FAILED\nlocal:1 +3 +0\nlocal:2 +2 +0\n/)
    expect(stderr).toContain('Every data key opens.')
  })

  test('exits with 1 if rows do not open', async () => {
    const last = { next: null, total: 5, reports: [{ kekId: 'aws:gone', opened: 0, failed: 3 }] }
    const { openauth } = await serverOf(first, last)
    const { code, stdout } = await openauth(['keys', 'verify', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      opened: 2,
      failed: 3,
      reports: [
        { kekId: 'local:1', opened: 2, failed: 0 },
        { kekId: 'aws:gone', opened: 0, failed: 3 },
      ],
    })
  })
})

describe('keys rotate', () => {
  test('asks for confirmation and prints the next step', async () => {
    const { openauth, asked } = await serverOf({ current: 'local:2', added: 'local:2' })
    const { code, stderr } = await openauth(['keys', 'rotate'], { answers: [true] })
    expect([code, asked.length]).toEqual([0, 1])
    expect(stderr).toMatch(/Back up the keyring file now, apart from the database.*openauth keys rewrap/)
  })

  test('--standby prints the command that activates the key on every server', async () => {
    const { openauth, bodies } = await serverOf({ current: 'local:1', added: 'local:2' }, { current: 'local:2' })
    expect((await openauth(['keys', 'rotate', '--standby', 'true', '--yes'])).stderr).toContain('--activate local:2')
    expect((await openauth(['keys', 'rotate', '--activate', 'local:2', '--yes'])).stderr).toContain('keys rewrap')
    expect(bodies()).toEqual([{ standby: true }, { activate: 'local:2' }])
  })
})

test('keys status shows the keys as a table', async () => {
  const keks = [
    { id: 'local:1', rows: 7, isCurrent: false, opens: true },
    { id: 'local:2', rows: 2, isCurrent: true, opens: true },
  ]
  const { openauth } = await serverOf({ backend: 'local', current: 'local:2', signer: 'process', keks })
  const { stdout } = await openauth(['keys', 'status'])
  expect(stdout).toMatch(
    /backend +local\ncurrent +local:2\nsigner +process\nID +ROWS +IS CURRENT +OPENS\nlocal:1 +7 +false +true\n/,
  )
})

test('keys retire sends the id of the key', async () => {
  const { openauth, bodies } = await serverOf({ id: 'local:1', isRemovedFromKeyring: true })
  expect((await openauth(['keys', 'retire', 'local:1', '--yes'])).code).toBe(0)
  expect(bodies()).toEqual([{ id: 'local:1' }])
})

test('the progress bar shows percentage, count, rate, failures and the estimated time left', () => {
  const frame = (step: Step | undefined, elapsed = 10_000, columns = 80) =>
    render(<ProgressBar title="Moving" step={step} elapsed={elapsed} columns={columns} />).lastFrame()
  expect(frame(undefined)).toBe('Moving …')
  expect(frame({ done: 50, total: 200, failed: 2 })).toMatch(
    /^Moving █{5}░{15} 25% 50 of 200, 5\.0\/s, 30 s left 2 failed$/,
  )
  expect(frame({ done: 0, total: 0, failed: 0 })).toMatch(/100% 0 of 0$/)
  expect(frame({ done: 1, total: 3601, failed: 0 })).toContain('10.0 h left')
  expect(frame({ done: 7, total: 7, failed: 4 }, 10, 40)).toBe('Moving 100% 7 of 7 4 failed')
  expect(frame({ done: 1000, total: 2000, before: 800, failed: 0 })).toContain(' 1000 of 2000, 20/s, 50 s left')
  expect(frame({ done: 14_000, total: 500_000, failed: 0, unit: 'bytes' }, 10)).toMatch(/ 2% 14 kB of 500 kB$/)
})
