/** The most characters of a key, as the contract has it. */
const LONGEST = 32

/** Letters and digits of a title as a key has them; empty for a title in another script. */
const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '')

/** A key for a task that is given none: made of its title, with a number behind it where another task has that key. */
export const keyOf = (title: string, taken: readonly string[]): string => {
  const slug = slugOf(title) || 'task'
  const numbered = (count: number): string => {
    if (count === 1) return slug
    const end = `-${count}`
    return `${slug.slice(0, LONGEST - end.length).replace(/-+$/, '')}${end}`
  }
  let count = 1
  while (taken.includes(numbered(count))) count += 1
  return numbered(count)
}
