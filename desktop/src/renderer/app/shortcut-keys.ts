/** The keys of a shortcut as they are shown: `g a` is G, A. */
export const keysOf = (shortcut: string | undefined): string[] | undefined =>
  shortcut?.split(' ').map((key) => (key.length === 1 ? key.toUpperCase() : key))
