import * as z from 'zod'
import {
  BRAND_BACKGROUND,
  playerLanguages,
  brandTextNames,
  defaultBrandNames,
  isSecurePictureUrl,
  insecurePictureMessage,
  brandPictureNames,
} from './facts/brand.ts'
import { clearable, HttpUrl, name, visibleText } from './fields.ts'
import { uploadedPictureUrl } from './facts/pictures.ts'

const isPlain = (value: string): boolean => !/[<>]/.test(value)
const plainText = 'must be plain text, without < and >'

const BrandName = name(1, 40).refine(isPlain, plainText)
const BrandText = visibleText(1, 200).refine(isPlain, plainText)

/**
 * An https address, or one of an uploaded picture: those have the server's public address, which may be http. The server
 * refuses http addresses of pictures that it does not have.
 */
const PictureUrl = HttpUrl.refine(
  (value) => isSecurePictureUrl(value) || uploadedPictureUrl.test(value),
  insecurePictureMessage,
)

/** Relative luminance of `#rrggbb`: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminanceOf = (color: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const BACKGROUND_LUMINANCE = luminanceOf(BRAND_BACKGROUND)
/** https://www.w3.org/TR/WCAG22/#contrast-minimum */
const MIN_CONTRAST = 4.5

const BrandColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'must be a colour such as #FBB042', abort: true })
  .refine(
    (color) => (luminanceOf(color) + 0.05) / (BACKGROUND_LUMINANCE + 0.05) >= MIN_CONTRAST,
    'is too dark to be read on the dark pages. Take a lighter one',
  )

const each = <N extends string, T extends z.ZodType>(names: readonly N[], schema: T) =>
  Object.fromEntries(names.map((each) => [each, schema])) as Record<N, T>

/** A text by language; a language that is left out keeps the built-in text. */
const Localized = z.strictObject(each(playerLanguages, BrandText.optional())).meta({ id: 'LocalizedText' })

const BrandTexts = z.strictObject(each(brandTextNames, Localized.optional())).meta({ id: 'BrandTexts' })

const changeable = {
  name: clearable(BrandName).describe(`what the texts call the app's world; ${defaultBrandNames.name} if none is set`),
  networkName: clearable(BrandName).describe('the network of the campaign; `name` if only that is set'),
  tokenName: clearable(BrandName).describe('the token that players stake; `name` if only that is set'),
  gamesName: clearable(BrandName).describe('where players play; `name` if only that is set'),
  logoUrl: clearable(PictureUrl).describe(
    "the logo beside the name and in previews of links; the app's `logoUrl` if none",
  ),
  loginPictureUrl: clearable(PictureUrl).describe('the picture of the login page, 450 by 420 pixels'),
  bannerUrl: clearable(PictureUrl).describe('the picture of the campaign, 390 by 170 pixels'),
  color: clearable(BrandColor).describe('of buttons and links, such as #FBB042'),
} as const

const names = Object.keys(defaultBrandNames) as (keyof typeof defaultBrandNames)[]

const texts = z.object(each(brandTextNames, z.object(each(playerLanguages, z.string().optional())).optional()))

const sharedFields = { ...each([...brandPictureNames, 'color'] as const, z.string().nullable()), texts }

/** An app's texts, colour and pictures in the players' front end. Null means the built-in one. */
export const Brand = z.object({ ...each(names, z.string().nullable()), ...sharedFields }).meta({ id: 'Brand' })
export type Brand = z.output<typeof Brand>

/** Changes of a brand: missing fields stay, null clears. `texts` are replaced as a whole. */
export const BrandChanges = z
  .strictObject({ ...changeable, texts: BrandTexts.nullable() })
  .partial()
  .meta({ id: 'BrandChanges' })
export type BrandChanges = z.output<typeof BrandChanges>

/** The brand for pages, with default names filled in. */
export const PlayerBrand = z.object({ ...each(names, z.string()), ...sharedFields }).meta({ id: 'PlayerBrand' })
export type PlayerBrand = z.output<typeof PlayerBrand>
