import {
  type Brand,
  type BrandChanges,
  brandNamesOf,
  brandPictureNames,
  insecurePictureMessage,
  isSecurePictureUrl,
  type PlayerBrand,
} from '@openauth/client'
import type { AppModel, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { presentPictures, storePictures } from '../pictures/address.ts'

const none: Brand = {
  name: null,
  networkName: null,
  tokenName: null,
  gamesName: null,
  logoUrl: null,
  loginPictureUrl: null,
  bannerUrl: null,
  color: null,
  texts: {},
}

type Stored = AppModel['brand']

/** The brand as stored, with null for what is not set. */
export const brandOf = (stored: Stored): Brand => ({ ...none, ...(stored as Partial<Brand>) })

/** Throws `invalid_input` for an http address that is not of a picture of this server, which is stored as a path. */
const requireSecurePictures = (stored: BrandChanges): void => {
  for (const name of brandPictureNames) {
    const url = stored[name]
    if (url?.startsWith('http:') && !isSecurePictureUrl(url)) {
      const issue = { path: `brand.${name}`, message: insecurePictureMessage }
      throw new Problem('invalid_input', { message: `${issue.path} ${issue.message}`, issues: [issue] })
    }
  }
}

/**
 * The stored brand after a change: omitted fields stay, null clears; null for the whole brand clears all. Throws
 * `invalid_input` for the http address of a picture that this server does not have.
 */
export const changedBrand = async (
  tx: Tx,
  stored: Stored,
  changes: BrandChanges | null,
): Promise<Record<string, string | object>> => {
  if (changes === null) return {}
  const given = await storePictures(tx, withoutUndefined(changes), brandPictureNames)
  requireSecurePictures(given)
  const all = { ...(stored as Partial<Brand>), ...given }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as Record<
    string,
    string | object
  >
}

const withoutUndefined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/** The app with absolute addresses of its uploaded pictures, which are stored as paths. */
export const withPublicPictures = <App extends Pick<AppModel, 'brand' | 'logoUrl'>>(
  publicUrl: string,
  app: App,
): App => ({
  ...presentPictures(publicUrl, app, ['logoUrl']),
  brand: presentPictures(publicUrl, app.brand as object, brandPictureNames),
})

/** The brand for the pages, with the names that stand where it has none. */
export const playerBrandOf = (app: Pick<AppModel, 'brand' | 'logoUrl'>): PlayerBrand => {
  const brand = brandOf(app.brand)
  return { ...brand, ...brandNamesOf(brand), logoUrl: brand.logoUrl ?? app.logoUrl }
}
