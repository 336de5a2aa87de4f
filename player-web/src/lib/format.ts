import { decimalAmount, isLanguageTag } from '@openauth/client'

/** 1 SOL is 1e9 lamports. */
const SOL_DECIMALS = 9

/** Truncates to decimals, and groups thousands with commas. */
const truncate = (value: number, decimals: number): string => {
  const sign = value < 0 ? '-' : ''
  // On the decimal digits, since binary fractions are inexact: 0.29 × 100 is 28.999….
  const [whole = '0', fraction = ''] = plainDigits(Math.abs(value)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${sign}${grouped}${decimals > 0 ? `.${fraction.slice(0, decimals).padEnd(decimals, '0')}` : ''}`
}

/** A number without an exponent, which `String` uses for very large and very small ones. */
const plainDigits = (value: number): string => {
  const text = String(value)
  if (!text.includes('e')) return text
  return value >= 1 ? BigInt(Math.trunc(value)).toString() : value.toFixed(20)
}

/**
 * A number for display, truncated to 2 decimals, 4 below 1, none from 1,000,000; `-` for anything that is no number.
 */
export const formatNumber = (value: unknown): string => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '-'
  const size = Math.abs(value)
  if (size >= 1_000_000) return truncate(value, 0)
  return truncate(value, size < 1 ? 4 : 2)
}

/** An amount of an ISO 4217 currency. For a currency that the browser does not know, `12.00 XYZ`. */
export const formatFiat = (value: number, currency: string, locale: string): string => {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value)
  } catch {
    return `${value.toFixed(2)} ${currency}`
  }
}

/** Smallest units as a decimal number with all decimals: `1.500000000` for lamports. */
export const formatUnits = (units: bigint, decimals = SOL_DECIMALS): string => {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Smallest units as a decimal number without trailing zeros: `1.5`. */
export const formatAmount = (units: bigint, decimals = SOL_DECIMALS): string =>
  decimalAmount(units.toString(), decimals)

/** The decimal mark of a locale, comma or point; of the system's locale where the tag is invalid. */
export const decimalMarkOf = (tag?: string): ',' | '.' =>
  new Intl.NumberFormat(tag !== undefined && isLanguageTag(tag) ? tag : undefined)
    .formatToParts(1.5)
    .some(({ type, value }) => type === 'decimal' && value === ',')
    ? ','
    : '.'

const blankGroups = /^\d{1,3}([ \u00A0\u202F]\d{3})+(?!\d)/
const commaGroups = /^\d{1,3}(,\d{3})+(\.\d*)?$/
const pointGroups = /^\d{1,3}(\.\d{3})+,\d*$/

/**
 * Whether a text can be read in two ways: `1,234` is 1234 where decimals have a point, and 1.234 where they have a
 * comma.
 */
const isAmbiguous = (text: string): boolean => /^[1-9]\d{0,2},\d{3}$/.test(text)

/**
 * Normalizes a typed or pasted amount: a decimal point, no grouping. A single point or comma is the decimal mark, since
 * some keypads have only one of them. Undefined where `mark` is a point and a comma may separate thousands.
 */
const normalizeAmount = (text: string, mark: ',' | '.'): string | undefined => {
  const plain = text.trim().replace(blankGroups, (digits) => digits.replace(/\D/g, ''))
  if (!plain.includes(',')) return plain
  if (pointGroups.test(plain)) return plain.replaceAll('.', '').replace(',', '.')
  if (plain.indexOf(',') === plain.lastIndexOf(',') && !plain.includes('.'))
    return mark === '.' && isAmbiguous(plain) ? undefined : plain.replace(',', '.')
  return commaGroups.test(plain) ? plain.replaceAll(',', '') : undefined
}

const NUMBER = /^(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?$/i

/**
 * Parses a typed amount of SOL into lamports, rounded down. Undefined where it is not above 0, no number or ambiguous.
 * `mark` is the decimal mark of the device's locale and keypad.
 */
export const toLamports = (text: string, mark = decimalMarkOf(globalThis.navigator?.language)): bigint | undefined => {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(normalizeAmount(text, mark) ?? '') ?? []
  if (!/\d/.test(whole + fraction) || text.length > 80) return undefined
  const shift = SOL_DECIMALS + Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  const lamports = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  return lamports > 0n ? lamports : undefined
}

/** The first and last characters of an address, 12 of each by default; a short address stays whole. */
export const shortenAddress = (address: string, shown = 12): string =>
  address.length <= 2 * shown ? address : `${address.slice(0, shown)}...${address.slice(-shown)}`
