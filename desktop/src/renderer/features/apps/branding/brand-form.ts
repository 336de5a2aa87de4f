import {
  type App,
  BrandChanges,
  brandTextNames,
  type BrandTextName,
  type PlayerLanguage,
  playerLanguages,
} from '@openauth/client'
import * as z from 'zod'

/** The names, pictures and the colour of a brand, as fields. */
export const brandFields = [
  'name',
  'networkName',
  'tokenName',
  'gamesName',
  'color',
  'logoUrl',
  'loginPictureUrl',
  'bannerUrl',
] as const
export type BrandField = (typeof brandFields)[number]

type Texts = Record<BrandTextName, Record<PlayerLanguage, string>>
/** What the fields contain; an empty text stands for the built-in one. */
export type BrandValues = Record<BrandField, string> & { texts: Texts }

const fromEach = <Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>

/** What the fields show of an app's brand. */
export const brandValuesOf = ({ brand }: Pick<App, 'brand'>): BrandValues => ({
  ...fromEach(brandFields, (name) => brand[name] ?? ''),
  texts: fromEach(brandTextNames, (name) =>
    fromEach(playerLanguages, (language) => brand.texts[name]?.[language] ?? ''),
  ),
})

/** The texts that are not empty; the contract has no empty ones. */
const writtenTexts = (texts: unknown) =>
  Object.fromEntries(
    Object.entries(texts as Texts).flatMap(([name, byLanguage]) => {
      const written = Object.entries(byLanguage).filter(([, text]) => text.trim() !== '')
      return written.length > 0 ? [[name, Object.fromEntries(written)]] : []
    }),
  )

/** The contract's schema over the fields. */
export const brandSchema = BrandChanges.extend({
  texts: z.preprocess(writtenTexts, BrandChanges.shape.texts),
}) as unknown as z.ZodType<BrandChanges, BrandValues>

/** The colour of a field, if the contract takes it. */
export const colourOf = (text: string): string | undefined => BrandChanges.shape.color.safeParse(text).data ?? undefined
