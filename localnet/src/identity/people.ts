import { createHash } from 'node:crypto'

/** A person with an account at every provider. */
export interface Person {
  /** `one`, `two` or `three`: the person's name in addresses and forms. */
  slug: string
  /** From 1. */
  number: number
  name: string
  givenName: string
  familyName: string
  email: string
  /** With an underscore at X, TikTok, Discord and Telegram; with a hyphen at GitHub and Hugging Face. */
  username: string
  /** Whether the person hides the e-mail address: GitHub answers null, Apple a relay address. */
  hidesEmail: boolean
  /** Whether the person has a picture at Discord and Telegram; at other providers everybody has one. */
  hasPicture: boolean
  /** The colour of the person's picture, #rrggbb. */
  colour: string
}

/** Hex digits that depend on the words only. */
export const stable = (...words: string[]): string => createHash('sha256').update(words.join(' ')).digest('hex')

const person = (number: number, slug: string, familyName: string, colour: string): Person => ({
  slug,
  number,
  name: `Player ${familyName}`,
  givenName: 'Player',
  familyName,
  email: `player.${slug}@example.com`,
  username: `player_${slug}`,
  hidesEmail: number === 2,
  hasPicture: number !== 3,
  colour,
})

/** Player Two hides the e-mail address; Player Three has no picture at Discord and Telegram and no Telegram username. */
export const people: Person[] = [
  person(1, 'one', 'One', '#2f6fde'),
  person(2, 'two', 'Two', '#1f9d6b'),
  person(3, 'three', 'Three', '#c2410c'),
]
