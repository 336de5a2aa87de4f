import { isLanguageTag } from './language-tag.ts'

/** 1 SOL is 1e9 lamports. */
const SOL_DECIMALS = 9

const cut = (value: number, decimals: number): string => {
  const sign = value < 0 ? '-' : ''
  // Cutting the decimal digits rounds down and meets no binary fraction: 0.29 × 100 would be 28.999….
  const [whole = '0', fraction = ''] = plainDigits(Math.abs(value)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${sign}${grouped}${decimals > 0 ? `.${fraction.slice(0, decimals).padEnd(decimals, '0')}` : ''}`
}

/** A number's digits without an exponent, which `String` gives to the very large and the very small. */
const plainDigits = (value: number): string => {
  const text = String(value)
  if (!text.includes('e')) return text
  return value >= 1 ? BigInt(Math.trunc(value)).toString() : value.toFixed(20)
}

/** For people: rounded down to 2 decimals, 4 under 1, none from 1,000,000 up; `-` for what is no number. */
export const formatNumber = (value: unknown): string => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '-'
  const size = Math.abs(value)
  if (size >= 1_000_000) return cut(value, 0)
  return cut(value, size < 1 ? 4 : 2)
}

/** Money in a currency of ISO 4217; a currency that the browser does not know stands behind the number. */
export const formatFiat = (value: number, currency: string, locale: string): string => {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value)
  } catch {
    return `${value.toFixed(2)} ${currency}`
  }
}

/** Smallest units as a decimal number with every one of its decimals: `1.500000000` for lamports. */
export const formatUnits = (units: bigint, decimals = SOL_DECIMALS): string => {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** The same without the zeros at its end: `1.5`. */
export const formatAmount = (units: bigint, decimals = SOL_DECIMALS): string =>
  decimals === 0 ? units.toString() : formatUnits(units, decimals).replace(/\.?0+$/, '')

/** The decimal mark of a locale, of the two that keypads have; of the system's locale where the tag is not valid. */
export const decimalMarkOf = (tag?: string): ',' | '.' =>
  new Intl.NumberFormat(tag !== undefined && isLanguageTag(tag) ? tag : undefined)
    .formatToParts(1.5)
    .some(({ type, value }) => type === 'decimal' && value === ',')
    ? ','
    : '.'

const blankGroups = /^\d{1,3}([ \u00A0\u202F]\d{3})+(?!\d)/
const commaGroups = /^\d{1,3}(,\d{3})+(\.\d*)?$/
const pointGroups = /^\d{1,3}(\.\d{3})+,\d*$/

/** Whether `1,234` is a whole number to whoever has a point for decimals: it is one and a bit to everybody else. */
const isAmbiguous = (text: string): boolean => /^[1-9]\d{0,2},\d{3}$/.test(text)

/**
 * A typed or pasted amount with a point for decimals and without groups. A lone point or comma is the decimal mark, since
 * some keypads have only one of them; a comma that may part thousands in a locale that writes decimals with a point is
 * undefined.
 */
const withPoint = (text: string, mark: ',' | '.'): string | undefined => {
  const plain = text.trim().replace(blankGroups, (digits) => digits.replace(/\D/g, ''))
  if (!plain.includes(',')) return plain
  if (pointGroups.test(plain)) return plain.replaceAll('.', '').replace(',', '.')
  if (plain.indexOf(',') === plain.lastIndexOf(',') && !plain.includes('.'))
    return mark === '.' && isAmbiguous(plain) ? undefined : plain.replace(',', '.')
  return commaGroups.test(plain) ? plain.replaceAll(',', '') : undefined
}

const NUMBER = /^(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?$/i

/**
 * What a person types as an amount of SOL, in lamports, rounded down; undefined where it is no number above 0, or one
 * that reads in two ways. The mark is the one of the device's locale, as its keypad has it.
 */
export const toLamports = (text: string, mark = decimalMarkOf(globalThis.navigator?.language)): bigint | undefined => {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(withPoint(text, mark) ?? '') ?? []
  if (!/\d/.test(whole + fraction) || text.length > 80) return undefined
  const shift = SOL_DECIMALS + Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  const lamports = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  return lamports > 0n ? lamports : undefined
}

/** An address by its first and last characters, 12 of each; a short one as it is. */
export const shortenAddress = (address: string, shown = 12): string =>
  address.length <= 2 * shown ? address : `${address.slice(0, shown)}...${address.slice(-shown)}`
