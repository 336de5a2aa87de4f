import { dappColors } from '@openauth/client'
import { asFields, colorOf, lineOf, linkOf, mediaOf, ownField, textOf } from './sanitize.ts'

/** A dapp as the operator has registered it. */
export interface Dapp {
  name: string
  /** A path of this app, or an http(s) address. */
  url: string
  description: string | undefined
  logo: string | undefined
  bgImg: string | undefined
  /** `#rrggbb` */
  borderColor: string
  /** `#rrggbb` */
  bgColor: string
}

/** A game of the game center. */
export interface Game {
  id: string
  name: string
  /** A path of this app, or an http(s) address. */
  link: string
  logo: string | undefined
  order: number
}

/** Strapi 5 gives an entry's fields flat, 4 under `attributes`. */
const fieldsOf = (entry: unknown): unknown => asFields(ownField(entry, 'attributes')) ?? entry

/** Undefined for an entry without a valid name or address. `base` resolves pictures with a relative address. */
export const dappOf = (entry: unknown, base: string): Dapp | undefined => {
  const of = (key: string) => ownField(fieldsOf(entry), key)
  const [name, url] = [lineOf(of('name'), 100), linkOf(of('url'))]
  if (name === undefined || url === undefined) return undefined
  return {
    name,
    url,
    description: textOf(of('description'), 2000),
    logo: mediaOf(of('logo'), base),
    bgImg: mediaOf(of('bgImg'), base),
    borderColor: colorOf(of('borderColor'), dappColors.borderColor),
    bgColor: colorOf(of('bgColor'), dappColors.bgColor),
  }
}

const orderOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

const idOf = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'string' ? String(value).slice(0, 64) : undefined

/** Undefined for an entry without a valid id, name or address. */
export const gameOf = (entry: unknown, base: string): Game | undefined => {
  const of = (key: string) => ownField(fieldsOf(entry), key)
  const [id, name, link] = [idOf(ownField(entry, 'id')), lineOf(of('name'), 100), linkOf(of('link'))]
  if (id === undefined || name === undefined || link === undefined) return undefined
  return { id, name, link, logo: mediaOf(of('logo'), base), order: orderOf(of('order')) }
}
