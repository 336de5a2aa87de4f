/** Joins class names and leaves out those that are absent. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
