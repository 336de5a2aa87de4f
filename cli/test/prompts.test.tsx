import { render } from 'ink-testing-library'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmPrompt } from '../src/ui/confirm-prompt.tsx'
import { LinePrompt } from '../src/ui/line-prompt.tsx'

const open: { unmount: () => void }[] = []
afterEach(() => open.splice(0).forEach(({ unmount }) => unmount()))

const ask = (props: Partial<Parameters<typeof LinePrompt>[0]>) => {
  const onAnswer = vi.fn<(answer: string, rest: string) => void>()
  const onCancel = vi.fn<() => void>()
  const prompt = render(<LinePrompt label="Password" onAnswer={onAnswer} onCancel={onCancel} {...props} />)
  open.push(prompt)
  const type = async (...keys: string[]) => {
    for (const key of keys) {
      await wait(5)
      prompt.stdin.write(key)
    }
    await wait(20)
  }
  return { ...prompt, onAnswer, onCancel, type }
}

test('a line is typed, corrected and given', async () => {
  const { type, lastFrame, onAnswer } = ask({ label: 'Username' })
  await type('a', 'l', 'x', '\u007f', 'i', '👩‍👧', '\u007f')
  expect(lastFrame()).toContain('Username: ali')
  await type('\r')
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith('ali', '')
})

test('a secret is never shown, nor its length once given', async () => {
  const { type, frames, lastFrame, onAnswer } = ask({ masked: true })
  await type('hunter2')
  expect(lastFrame()).toContain('Password: •••••••')
  await type('\r')
  expect(lastFrame()).toContain('Password: ••••••••')
  expect(frames.join('')).not.toContain('hunter')
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith('hunter2', '')
})

test('a new secret is asked for twice, and again where the two differ', async () => {
  const check = (value: string) => (value.length < 8 ? 'must have at least 8 characters' : undefined)
  const { type, lastFrame, onAnswer } = ask({ masked: true, repeat: 'Once more', check })
  await type('short', '\r')
  expect(lastFrame()).toContain('Password must have at least 8 characters.')
  await type('long enough', '\r')
  expect(lastFrame()).toContain('Once more:')
  await type('long enouhg', '\r')
  expect(lastFrame()).toContain('The two differ.')
  await type('long enough', '\r', 'long enough', '\r')
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith('long enough', '')
})

test('keys that come faster than frames are not lost, and what is left over goes on', async () => {
  const { stdin, type, onAnswer } = ask({ label: 'Username' })
  await wait(5)
  for (const key of 'fast') stdin.write(key)
  await type('typed\rsecret\r')
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith('fasttyped', 'secret\r')
})

test('control characters of a paste are dropped', async () => {
  const { type, onAnswer } = ask({ label: 'Username' })
  await type('a\u0007b\tc', '\r')
  expect(onAnswer).toHaveBeenCalledWith('abc', '')
})

test('Ctrl-C cancels, Ctrl-D an empty line, Ctrl-U empties it', async () => {
  const first = ask({ label: 'Username' })
  await first.type('abc', '\u0003')
  expect(first.onCancel).toHaveBeenCalledOnce()
  expect(first.onAnswer).not.toHaveBeenCalled()
  const second = ask({ label: 'Username' })
  await second.type('abc', '\u0004')
  expect(second.onCancel).not.toHaveBeenCalled()
  await second.type('\u0015', '\u0004')
  expect(second.onCancel).toHaveBeenCalledOnce()
})

test.each([
  ['y', true],
  ['Y', true],
  ['n', false],
  ['\r', false],
  ['x', false],
])('%j to a confirmation is %s', async (key, expected) => {
  const onAnswer = vi.fn<(answer: boolean, rest: string) => void>()
  const subjects = ['app: \u001b[31mred']
  const prompt = render(
    <ConfirmPrompt summary="Delete an app" subjects={subjects} onAnswer={onAnswer} onCancel={vi.fn<() => void>()} />,
  )
  open.push(prompt)
  await wait(5)
  expect(prompt.lastFrame()).toContain('Delete an app.')
  expect(prompt.lastFrame()).toContain('app: \\x1b[31mred')
  prompt.stdin.write(key)
  await wait(20)
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(expected, '')
})
