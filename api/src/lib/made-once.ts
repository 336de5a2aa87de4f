/** Returns a function that makes a value at its first call and gives the same one from then on. A failure is not kept. */
export const madeOnce = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
