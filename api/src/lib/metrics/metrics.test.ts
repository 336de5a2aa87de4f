import { expect, test } from 'vitest'
import { counter, countedMetrics, histogram, MOST_SERIES } from './counters.ts'
import { scrape } from './exposition.ts'
import { gauges, refreshedEvery } from './gauges.ts'

const linesOf = async (name: string, parts: Parameters<typeof scrape>[0] = []) =>
  (await scrape(parts)).text.split('\n').filter((line) => line.includes(name))

test('counters and histograms are exposed with their labels, in cumulative buckets', async () => {
  const plain = counter('test_plain_total', 'Counts.')
  const labelled = counter('test_labelled_total', 'Counts by "kind".', 'kind', 'outcome')
  labelled.of('one', 'ok').value += 2
  labelled.count('quoted "two"\\', 'failed')
  const timing = histogram({ name: 'test_seconds', help: 'Times.', labels: ['what'] }, [0.1, 1]).of('thing')
  for (const seconds of [0.05, 0.1, 0.5, 7]) timing.observe(seconds)
  expect(await linesOf('test_')).toEqual([
    '# HELP test_labelled_total Counts by "kind".',
    '# TYPE test_labelled_total counter',
    'test_labelled_total{kind="one",outcome="ok"} 2',
    String.raw`test_labelled_total{kind="quoted \"two\"\\",outcome="failed"} 1`,
    '# HELP test_plain_total Counts.',
    '# TYPE test_plain_total counter',
    'test_plain_total 0',
    '# HELP test_seconds Times.',
    '# TYPE test_seconds histogram',
    'test_seconds_bucket{what="thing",le="0.1"} 2',
    'test_seconds_bucket{what="thing",le="1"} 3',
    'test_seconds_bucket{what="thing",le="+Inf"} 4',
    'test_seconds_sum{what="thing"} 7.65',
    'test_seconds_count{what="thing"} 4',
  ])
  plain.count()
  expect(await linesOf('test_plain_total ')).toContain('test_plain_total 1')
})

test('label values without end are bounded: further ones count as other', () => {
  const many = counter('test_many_total', 'Counts.', 'value')
  for (let n = 0; n < MOST_SERIES + 500; n += 1) many.count(`value-${n}`)
  const samples = countedMetrics()
    .find(({ name }) => name === 'test_many_total')!
    .samples()
  expect(samples).toHaveLength(MOST_SERIES + 1)
  expect(samples.at(-1)).toEqual({ name: 'test_many_total', labels: 'value="other"', value: 500 })
})

test('a part that fails or hangs is left out and named; the others are exposed', async () => {
  const name = 'test_state'
  const good = gauges('good', { [name]: 'A state.' }, () => [
    { name, value: 3, labels: { of: 'one' } },
    // Two numbers of the same labels would make Prometheus refuse the scrape.
    { name, value: 4, labels: { of: 'one' } },
  ])
  const failing = gauges('failing', { test_failing: 'A state.' }, () => Promise.reject(new Error('gone')))
  const throwing = gauges('throwing', { test_throwing: 'A state.' }, () => {
    throw new Error('gone')
  })
  const hanging = gauges('hanging', { test_hanging: 'A state.' }, () => new Promise(() => {}))
  const { text } = await scrape([good, failing, throwing, hanging])
  expect(text).toContain('test_state{of="one"} 3\n')
  expect(text).not.toContain('test_state{of="one"} 4')
  for (const [part, value] of Object.entries({ good: 1, failing: 0, throwing: 0, hanging: 0 }))
    expect(text).toContain(`openauth_metrics_part_up{part="${part}"} ${value}\n`)
  // The names stay, so that rules and dashboards find them.
  expect(text).toContain('# TYPE test_hanging gauge')
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds [\d.e-]+\n/)
})

test('what is refreshed beside scrapes answers with the last number, and tells a failure at the next scrape', async () => {
  let asked = 0
  let release: (value: number) => void = () => {}
  const read = refreshedEvery(0, () => {
    asked += 1
    if (asked === 1) return Promise.resolve(1)
    if (asked === 2) return new Promise<number>((resolve) => (release = resolve))
    return Promise.reject(new Error('gone'))
  })
  expect(await read()).toBe(1)
  await new Promise((resolve) => setImmediate(resolve))
  // A refresh that hangs does not delay the scrape.
  expect([await read(), await read(), asked]).toEqual([1, 1, 2])
  release(2)
  await new Promise((resolve) => setImmediate(resolve))
  expect([await read(), asked]).toEqual([2, 3])
  await new Promise((resolve) => setImmediate(resolve))
  await expect(read()).rejects.toThrow('gone')
})
