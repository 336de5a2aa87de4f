import type { Check } from './questions.ts'

/** The options of a line prompt. */
export interface LineRules {
  label: string
  repeat?: string | undefined
  check?: Check | undefined
}

/** The state of a line prompt. */
export interface LineState {
  typed: string
  /** The first answer, while the prompt waits for its repetition. */
  first?: string
  /** A complete sentence. */
  problem?: string
  /** Set when the prompt ends: the answer and the input after it, or `cancelled`. */
  end?: { answer: string; rest: string } | 'cancelled'
}

/** A key press or a paste, as Ink reports it. */
export interface LineEvent {
  input: string
  key: { ctrl: boolean; meta: boolean; return: boolean; backspace: boolean; delete: boolean }
}

const withoutLast = (text: string): string =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    .slice(0, -1)
    .join('')

const submit = ({ typed, first }: LineState, { label, repeat, check }: LineRules, rest: string): LineState => {
  if (first !== undefined)
    return typed === first
      ? { typed, end: { answer: typed, rest } }
      : { typed: '', problem: 'The two differ. Enter it again.' }
  const problem = typed === '' ? 'must not be empty' : check?.(typed)
  if (problem !== undefined) return { typed: '', problem: `${label} ${problem}.` }
  return repeat === undefined ? { typed, end: { answer: typed, rest } } : { typed: '', first: typed }
}

/** Applies typed or pasted text. A line end submits the answer; the text after it belongs to the next prompt. */
const applyText = (state: LineState, text: string, rules: LineRules): LineState => {
  let next = state
  const characters = Array.from(text.replaceAll('\r\n', '\r'))
  for (const [index, character] of characters.entries()) {
    if (next.end) return next
    if (character === '\r' || character === '\n') next = submit(next, rules, characters.slice(index + 1).join(''))
    else if (character === '\u007f' || character === '\b') next = { ...next, typed: withoutLast(next.typed) }
    else if (!/\p{Cc}/u.test(character)) {
      const { problem: _, ...others } = next
      next = { ...others, typed: next.typed + character }
    }
  }
  return next
}

const textOf = ({ input, key }: LineEvent): string => {
  if (key.return) return '\r'
  if (key.backspace || key.delete) return '\u007f'
  return key.ctrl || key.meta ? '' : input
}

/**
 * The reducer of a line prompt. It receives the current state: keys arrive faster than frames, and a handler with the
 * last frame's state would lose input.
 */
export const afterKey =
  (rules: LineRules) =>
  (state: LineState, event: LineEvent): LineState => {
    const { input, key } = event
    if (state.end === 'cancelled') return state
    if (state.end) return { ...state, end: { ...state.end, rest: state.end.rest + textOf(event) } }
    if (key.ctrl && (input === 'c' || (input === 'd' && state.typed === ''))) return { ...state, end: 'cancelled' }
    if (key.ctrl && input === 'u') return { ...state, typed: '' }
    return applyText(state, textOf(event), rules)
  }
