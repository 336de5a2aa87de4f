import { render } from 'ink-testing-library'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmPrompt } from '../src/ui/confirm-prompt.tsx'
import { LinePrompt } from '../src/ui/line-prompt.tsx'

const open: { unmount: () => void }[] = []
afterEach(() => open.splice(0).forEach(({ unmount }) => unmount()))

/** Waits until the check passes; the long timeout is for busy machines. */
const waitUntil = (check: () => void) => vi.waitFor(check, { timeout: 120_000, interval: 5 })
/** Waits until a prompt reads stdin: earlier input is lost. */
const listening = ({ stdin }: ReturnType<typeof render>) =>
  waitUntil(() => expect(stdin.listenerCount('readable')).toBeGreaterThan(0))

const ask = async (props: Partial<Parameters<typeof LinePrompt>[0]>) => {
  const onAnswer = vi.fn<(answer: string, rest: string) => void>()
  const onCancel = vi.fn<() => void>()
  const prompt = render(<LinePrompt label="Password" onAnswer={onAnswer} onCancel={onCancel} {...props} />)
  open.push(prompt)
  await listening(prompt)
  /** Types keys in order and waits for a frame that contains `expected`. */
  const type = async (keys: string[], expected: string) => {
    for (const key of keys) prompt.stdin.write(key)
    await waitUntil(() => expect(prompt.lastFrame()).toContain(expected))
  }
  /** All answers, after the first has arrived. */
  const answers = async () => {
    await waitUntil(() => expect(onAnswer).toHaveBeenCalled())
    return onAnswer.mock.calls
  }
  return { ...prompt, onAnswer, onCancel, type, answers }
}

test('a line can be typed, corrected and submitted', async () => {
  const { stdin, type, answers } = await ask({ label: 'Username' })
  await type(['a', 'l', 'x', '\u007f', 'i', '👩‍👧'], 'Username: ali👩‍👧')
  for (const key of ['\u007f', '\r']) stdin.write(key)
  expect(await answers()).toEqual([['ali', '']])
})

test('a secret is never drawn, and its length is hidden after submission', async () => {
  const { type, frames, answers } = await ask({ masked: true })
  await type(['hunter2'], 'Password: •••••••')
  await type(['\r'], 'Password: ••••••••')
  expect(frames.join('')).not.toContain('hunter')
  expect(await answers()).toEqual([['hunter2', '']])
})

test('a new secret is prompted for twice, and again if the two differ', async () => {
  const check = (value: string) => (value.length < 8 ? 'must have at least 8 characters' : undefined)
  const { stdin, type, answers } = await ask({ masked: true, repeat: 'Once more', check })
  await type(['short', '\r'], 'Password must have at least 8 characters.')
  await type(['long enough', '\r'], 'Once more:')
  await type(['long enouhg', '\r'], 'The two differ.')
  for (const key of ['long enough', '\r', 'long enough', '\r']) stdin.write(key)
  expect(await answers()).toEqual([['long enough', '']])
})

test('keys that arrive faster than frames are not lost, and input after the answer goes to the next prompt', async () => {
  const { stdin, answers } = await ask({ label: 'Username' })
  for (const key of 'fast') stdin.write(key)
  stdin.write('typed\rsecret\r')
  expect(await answers()).toEqual([['fasttyped', 'secret\r']])
})

test('control characters of a paste are dropped', async () => {
  const { type, stdin, answers } = await ask({ label: 'Username' })
  await type(['a\u0007b\tc'], 'Username: abc')
  stdin.write('\r')
  expect(await answers()).toEqual([['abc', '']])
})

test('Ctrl-C cancels, Ctrl-D cancels on an empty line, Ctrl-U empties the line', async () => {
  const first = await ask({ label: 'Username' })
  await first.type(['abc'], 'Username: abc')
  first.stdin.write('\u0003')
  await waitUntil(() => expect(first.onCancel).toHaveBeenCalledOnce())
  expect(first.onAnswer).not.toHaveBeenCalled()
  const second = await ask({ label: 'Username' })
  await second.type(['abc'], 'Username: abc')
  // Ctrl-D on a line with text does not cancel: input after it appears.
  await second.type(['\u0004', 'd'], 'Username: abcd')
  expect(second.onCancel).not.toHaveBeenCalled()
  for (const key of ['\u0015', '\u0004']) second.stdin.write(key)
  await waitUntil(() => expect(second.onCancel).toHaveBeenCalledOnce())
})

test.each([
  ['y', true],
  ['Y', true],
  ['n', false],
  ['\r', false],
  ['x', false],
])('the key %j answers a confirmation with %s', async (key, expected) => {
  const onAnswer = vi.fn<(answer: boolean, rest: string) => void>()
  const subjects = ['app: \u001b[31mred']
  const prompt = render(
    <ConfirmPrompt summary="Delete an app" subjects={subjects} onAnswer={onAnswer} onCancel={vi.fn<() => void>()} />,
  )
  open.push(prompt)
  await listening(prompt)
  expect(prompt.lastFrame()).toContain('Delete an app.')
  expect(prompt.lastFrame()).toContain('app: \\x1b[31mred')
  prompt.stdin.write(key)
  await waitUntil(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(expected, ''))
})
