/** The keys of a shortcut as they are shown: `g a` is G, A. */
export const keysOf = (shortcut: string | undefined): string[] | undefined =>
  shortcut?.split(' ').map((key) => key.toUpperCase())

const isMac = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys that open the palette. */
export const paletteKeys = (): string[] => [isMac() ? '⌘' : 'Ctrl', 'K']

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The key of an event by its Latin letter, also on keyboards of other scripts; undefined with a modifier. */
export const keyOf = ({ key, code, ctrlKey, metaKey, altKey }: Pressed): string | undefined => {
  if (ctrlKey || metaKey || altKey) return undefined
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter && !/^[a-z]$/i.test(key) ? letter.toLowerCase() : key.toLowerCase()
}

export const isPaletteKey = ({ key, code, ctrlKey, metaKey, altKey }: Pressed): boolean =>
  (ctrlKey || metaKey) && !altKey && (key.toLowerCase() === 'k' || code === 'KeyK')

/** Milliseconds in which the second key must follow the first one. */
const SEQUENCE_MS = 1500

/**
 * Finds shortcuts in a sequence of keys. The function returned gets a key and its time in milliseconds, and returns what
 * `find` has for the last two keys or for the last one.
 */
export const createKeySequence = () => {
  let first: { key: string; at: number } | undefined
  return <T>(key: string, at: number, find: (shortcut: string) => T | undefined): T | undefined => {
    const pair = first && at - first.at <= SEQUENCE_MS ? find(`${first.key} ${key}`) : undefined
    first = pair ? undefined : { key, at }
    return pair ?? find(key)
  }
}
