import { createHash } from 'node:crypto'

/** A person with an account at every provider. Ids are the same in every run. */
export interface Person {
  /** `one`, `two` or `three`: the person's name in addresses and forms. */
  slug: string
  name: string
  givenName: string
  familyName: string
  email: string
  /** With an underscore at X, TikTok, Discord and Telegram; with a hyphen at GitHub and Hugging Face. */
  username: string
  /** The person's id at each provider; at Apple and TikTok as the own client sees it. */
  subjects: PersonSubjects
  /** Whether the person hides the e-mail address: GitHub answers null, Apple a relay address. */
  hidesEmail: boolean
  /** Whether the person has a picture at Discord and Telegram; at other providers everybody has one. */
  hasPicture: boolean
  /** The colour of the person's picture, #rrggbb. */
  colour: string
}

interface PersonSubjects {
  google: string
  apple: string
  discord: string
  twitter: string
  /** The open_id, which differs per client; the union_id does not. */
  tiktok: string
  tiktokUnion: string
  github: number
  huggingface: string
  line: string
  telegram: number
}

/** Hex digits that depend on the words only. */
export const stable = (...words: string[]): string => createHash('sha256').update(words.join(' ')).digest('hex')

/** Six digits, 32 hex, four digits: an id within a developer team, not within a client. */
export const appleSubject = (slug: string, teamId: string): string => {
  const hex = stable('apple', teamId, slug)
  return `00${String(parseInt(hex.slice(0, 4), 16) % 10_000).padStart(4, '0')}.${hex.slice(4, 36)}.0917`
}

/** TikTok ids begin with `-000` and are 36 characters long. */
export const tiktokOpenId = (slug: string, clientKey: string): string =>
  `-000${stable('tiktok', clientKey, slug).slice(0, 32)}`

/** The path of a person's picture at LINE. */
export const linePicture = (slug: string): string => `0h${stable('line picture', slug).slice(0, 40)}`

const person = (number: number, slug: string, familyName: string, colour: string): Omit<Person, 'subjects'> => ({
  slug,
  name: `Player ${familyName}`,
  givenName: 'Player',
  familyName,
  email: `player.${slug}@example.com`,
  username: `player_${slug}`,
  hidesEmail: number === 2,
  hasPicture: number !== 3,
  colour,
})

const names = [
  person(1, 'one', 'One', '#2f6fde'),
  person(2, 'two', 'Two', '#1f9d6b'),
  person(3, 'three', 'Three', '#c2410c'),
]

/** Player Two hides the e-mail address; Player Three has no picture at Discord and Telegram and no Telegram username. */
export const peopleOf = (own: { appleTeam: string; tiktokKey: string }): Person[] =>
  names.map((one, index) => ({
    ...one,
    subjects: {
      google: `10769150350006150715${index + 1}`,
      apple: appleSubject(one.slug, own.appleTeam),
      discord: `80351110224678912${index + 1}`,
      twitter: `150350006150715${index + 100}`,
      tiktok: tiktokOpenId(one.slug, own.tiktokKey),
      tiktokUnion: tiktokOpenId(one.slug, 'union'),
      github: 90_583_100 + index + 1,
      huggingface: stable('huggingface', one.slug).slice(0, 24),
      line: `U${stable('line', one.slug).slice(0, 32)}`,
      telegram: 279_058_300 + index + 1,
    },
  }))
