import { expect, test } from 'vitest'
import { type Findings, judge, type MemorySample, YARDSTICK } from './flat.ts'
import { partsOf } from './measures.ts'
import type { Sample } from './recorder.ts'
import { failuresOf, steepLinesOf, tableOf } from './report.ts'

const parts = partsOf(120_000)

/** Calls that take `first` milliseconds in the first part and `last` in the last. */
const calls = (first: number, last: number, count = 30): Sample[] =>
  [...Array(count).keys()].flatMap((index) => [
    { at: parts.first[0] + index, took: first },
    { at: parts.last[0] + index, took: last },
  ])

/** Five readings in each part. */
const memory = (start: number, end: number, program = 'server'): MemorySample[] =>
  [...Array(5).keys()].flatMap((index) => [
    { at: parts.first[0] + index, memory: { [program]: start } },
    { at: parts.last[0] + index, memory: { [program]: end } },
  ])

const allOf = (findings: Findings) => [...failuresOf(findings), ...steepLinesOf(findings)]

const faults = (samples: Record<string, Sample[]>, readings: MemorySample[] = [], failures: [string, number][] = []) =>
  allOf(judge({ samples: new Map(Object.entries(samples)), failures: new Map(failures) }, readings, parts))

test('a quarter of two minutes is warm-up, and a minute of an hour', () => {
  expect(parts).toEqual({ first: [30_000, 60_000], last: [90_000, 120_000] })
  expect(partsOf(3_660_000).first).toEqual([60_000, 1_260_000])
})

test('calls with equal latencies in both parts are flat, those with threefold ones are not', () => {
  expect(faults({ profile: calls(10, 15) })).toEqual([])
  expect(faults({ profile: calls(10, 30) })).toEqual([
    'Latency is not flat: profile: p50 is 3.0 times that of the first part.',
  ])
})

test('a slower machine excuses what became slower by the same factor, and nothing more', () => {
  const slower = { [YARDSTICK]: calls(1, 2) }
  expect(faults({ ...slower, profile: calls(10, 30) })).toEqual([])
  expect(faults({ ...slower, profile: calls(10, 50) })).toHaveLength(1)
  expect(faults({ [YARDSTICK]: calls(2, 1), profile: calls(10, 19) })).toEqual([])
})

test('a few slow calls among many raise p99, which is judged from 200 calls on', () => {
  const tail = [...calls(10, 10, 300), ...calls(10, 900, 10)]
  expect(faults({ profile: tail })).toEqual([
    expect.stringMatching(/^Latency is not flat: profile: p99 is \d+\.\d times/),
  ])
  expect(faults({ profile: [...calls(10, 10, 100), ...calls(10, 900, 10)] })).toEqual([])
})

test('memory may grow by a quarter and 32 MB', () => {
  expect(faults({}, memory(100, 157))).toEqual([])
  expect(faults({}, memory(100, 158))).toEqual(['Memory is not flat: server grew from 100 to 158 MB.'])
})

test('the memory of a run that ended at once is not judged', () => {
  expect(faults({}, memory(100, 900).slice(2))).toEqual([])
})

test('the programs of the chains may grow by another 0.25 MB for each transaction', () => {
  const transactions = { faucet: calls(10, 10), 'solana confirms': calls(10, 10, 10), profile: calls(10, 10) }
  expect(faults(transactions, memory(100, 177, 'localnet'))).toEqual([])
  expect(faults(transactions, memory(100, 178, 'localnet'))).toHaveLength(1)
  expect(faults(transactions, memory(100, 177))).toHaveLength(1)
})

test('a failure fails the run, also one of a call that was never timed', () => {
  expect(faults({}, [], [['server: ended', 1]])).toEqual(['1 failure, printed above where it happened: server: ended.'])
})

test('parts with too few calls are not judged, which the table shows', () => {
  const { isJudged, ...rest } = judge(
    { samples: new Map([['profile', calls(10, 90, 19)]]), failures: new Map() },
    [],
    parts,
  )
  expect(isJudged).toBe(false)
  expect(allOf({ isJudged, ...rest })).toEqual([])
})

test('the table has a line for each kind of call and each program', () => {
  const samples = new Map([['account.profile', calls(10, 12)]])
  const table = tableOf(judge({ samples, failures: new Map() }, memory(200, 210), parts))
  expect(table.split('\n').map((line) => line.trim().split(/\s{2,}/))).toEqual([
    ['call', 'calls', 'failures', 'first p50', 'p99', 'last p50', 'p99', 'ms'],
    [
      'account.profile',
      '60',
      '0',
      expect.stringMatching(/^10/),
      expect.any(String),
      expect.stringMatching(/^12/),
      expect.any(String),
    ],
    ['memory', 'first', 'last', 'MB'],
    ['server', '200', '210'],
  ])
})
