import { type Brand, type BrandChanges, defaultBrandNames, type PlayerBrand } from '@openauth/client'
import type { AppModel } from '../../db.ts'

const none: Brand = {
  ...{ name: null, networkName: null, tokenName: null, gamesName: null },
  ...{ logoUrl: null, loginPictureUrl: null, bannerUrl: null, color: null, texts: {} },
}

type Stored = AppModel['brand']

/** The brand as stored, with null for what is not set. */
export const brandOf = (stored: Stored): Brand => ({ ...none, ...(stored as Partial<Brand>) })

/** The stored brand after a change: omitted fields stay, null clears; null for the whole brand clears all. */
export const changedBrand = (stored: Stored, changes: BrandChanges | null): Record<string, string | object> => {
  if (changes === null) return {}
  const all = { ...(stored as Partial<Brand>), ...withoutUndefined(changes) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as Record<
    string,
    string | object
  >
}

const withoutUndefined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

/** The brand for the pages. An app that sets only its name has that name everywhere. */
export const playerBrandOf = (app: Pick<AppModel, 'brand' | 'logoUrl'>): PlayerBrand => {
  const brand = brandOf(app.brand)
  const own = brand.name
  const nameOf = (key: keyof typeof defaultBrandNames) => brand[key] ?? own ?? defaultBrandNames[key]
  return {
    ...brand,
    ...{ name: nameOf('name'), networkName: nameOf('networkName') },
    ...{ tokenName: nameOf('tokenName'), gamesName: nameOf('gamesName') },
    logoUrl: brand.logoUrl ?? app.logoUrl,
  }
}
