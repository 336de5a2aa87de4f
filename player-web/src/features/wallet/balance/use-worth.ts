import { useDateLocale, useTranslate } from '../../../i18n/i18n.ts'
import { formatFiat } from '../../../lib/format.ts'
import type { Price } from './holdings.ts'

const LAMPORTS = 1e9

/** The value of an amount of SOL, as `≈ $12.50`; undefined without a price. */
export const useWorth = (lamports: bigint | undefined, price: Price | undefined): string | undefined => {
  const t = useTranslate()
  const locale = useDateLocale()
  if (lamports === undefined || price === undefined) return undefined
  return t('wallet.worth', { value: formatFiat((Number(lamports) / LAMPORTS) * price.each, price.currency, locale) })
}
