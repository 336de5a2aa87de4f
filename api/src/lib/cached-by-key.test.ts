import { expect, test } from 'vitest'
import { cachedByKey } from './cached-by-key.ts'

test('calls share an answer by key; a failure is asked for again, and takes no newer answer away', async () => {
  const asked: string[] = []
  let fail: (error: Error) => void = () => {}
  const answers = [new Promise<string>((_, reject) => (fail = reject)), Promise.resolve('new')]
  const cached = cachedByKey(60_000, (key) => {
    asked.push(key)
    return answers[asked.length - 1]!
  })
  const [first, second] = [cached.get('a'), cached.get('a')]
  cached.clear()
  expect(await cached.get('a')).toBe('new')
  fail(new Error('the database is away'))
  await expect(Promise.all([first, second])).rejects.toThrow('away')
  expect(await cached.get('a')).toBe('new')
  expect(asked).toEqual(['a', 'a'])
})
