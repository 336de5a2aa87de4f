import type { Place } from './places.ts'
import { type BoardState, type Entry, openEntry } from './state.ts'

/** The state of the board, with those who look at it. */
export interface Store {
  state: () => BoardState
  subscribe: (listener: () => void) => () => void
  /** Changes parts of the state, and tells those who look. */
  change: (part: Partial<BoardState>) => void
  /** Changes the entry of a place; nothing if it is not open any more. */
  changeEntry: (place: Place, edit: (entry: Entry) => Entry) => void
}

/** What stays the same while the board is open. */
export type Given = Pick<BoardState, 'every' | 'canSignIn' | 'isUtc' | 'host'>

/** Creates the state: the overview, of which nothing is known yet. */
export const createStore = ({ every, canSignIn, isUtc, host }: Given): Store => {
  const listeners = new Set<() => void>()
  let state: BoardState = {
    entries: [{ place: { kind: 'overview' }, row: 0 }],
    link: { kind: 'asking' },
    isHelpOpen: false,
    rates: [],
    every,
    canSignIn,
    isUtc,
    host,
    now: Date.now(),
  }
  const change = (part: Partial<BoardState>) => {
    state = { ...state, now: Date.now(), ...part }
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    change,
    changeEntry: (place, edit) =>
      change({
        entries: state.entries.map((entry) => (entry.place === place ? edit(entry) : entry)) as [Entry, ...Entry[]],
      }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The place that is shown. */
export const openPlace = ({ state }: Pick<Store, 'state'>): Place => openEntry(state()).place
