import type { App } from '@openauth/client'

/** Apps whose screens the palette offers at most: each of them has many. */
const MOST = 8

type Named = Pick<App, 'id' | 'name'>

/**
 * The apps that a text in the palette may mean: those with one of its words in their names. Where it names none and no app is
 * open, the first ones: so "branding" leads to the branding of an app from anywhere. None for an empty text.
 */
export const appsMeant = <A extends Named>(apps: readonly A[], typed: string, currentId: string | undefined): A[] => {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const others = apps.filter(({ id }) => id !== currentId)
  const named = others.filter(({ name }) => words.some((word) => name.toLocaleLowerCase().includes(word)))
  return (named.length > 0 || currentId !== undefined ? named : others).slice(0, MOST)
}
