/** The highest number of decimals that amounts are shown with. Tokens use 0 to 24; a hostile one can claim 255. */
const MAX_DECIMALS = 30

/** Whether amounts can be shown with this number of decimals; otherwise they are shown in smallest units. */
export const areDecimals = (decimals: number | null | undefined): decimals is number =>
  typeof decimals === 'number' && Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS

/**
 * An amount as people write it, without a loss of digits: `1.5`.
 * @param units smallest units in decimal digits, with a minus for outgoing ones
 * @param decimals digits of `units` after the point
 */
export const decimalAmount = (units: string, decimals: number): string => {
  if (decimals === 0) return units
  const sign = units.startsWith('-') ? '-' : ''
  const digits = units.slice(sign.length).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  const whole = digits.slice(0, -decimals)
  return fraction ? `${sign}${whole}.${fraction}` : `${sign}${whole}`
}
