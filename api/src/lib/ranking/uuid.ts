// UUIDs as four 32-bit words or 16 bytes, most significant first (RFC 9562, section 4).

const digits = new Int8Array(128).fill(-1)
for (const [value, digit] of '0123456789abcdef'.split('').entries()) {
  digits[digit.charCodeAt(0)] = value
  digits[digit.toUpperCase().charCodeAt(0)] = value
}

const bytesAsHex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

const invalid = (text: string) => new TypeError(`Not a UUID: ${JSON.stringify(text)}`)

/** The digits from `start` up to `end`, behind those that `value` has already. */
const readDigits = (text: string, start: number, end: number, value = 0): number => {
  let result = value
  for (let at = start; at < end; at += 1) {
    const digit = digits[text.charCodeAt(at)] ?? -1
    if (digit < 0) throw invalid(text)
    result = (result << 4) | digit
  }
  return result
}

const HYPHEN = 45

const hasHyphen = (text: string, at: number) => text.charCodeAt(at) === HYPHEN

/** Writes the UUID's four words into `words`. Takes digits of either case; throws TypeError for any other text. */
export const parseUuid = (text: string, words: Uint32Array): void => {
  const hasForm =
    text.length === 36 && hasHyphen(text, 8) && hasHyphen(text, 13) && hasHyphen(text, 18) && hasHyphen(text, 23)
  if (!hasForm) throw invalid(text)
  words[0] = readDigits(text, 0, 8)
  words[1] = readDigits(text, 14, 18, readDigits(text, 9, 13))
  words[2] = readDigits(text, 24, 28, readDigits(text, 19, 23))
  words[3] = readDigits(text, 28, 36)
}

const half = (bits: number) => bytesAsHex[(bits >>> 8) & 255]! + bytesAsHex[bits & 255]!

/** The UUID's text, in lower case, of the four words from `start`. */
export const formatUuid = (words: Uint32Array, start: number): string => {
  const [a, b, c, d] = [words[start]!, words[start + 1]!, words[start + 2]!, words[start + 3]!]
  return `${half(a >>> 16)}${half(a)}-${half(b >>> 16)}-${half(b)}-${half(c >>> 16)}-${half(c)}${half(d >>> 16)}${half(d)}`
}

/** The 16 bytes of a UUID's text. */
export const uuidToBytes = (text: string): Buffer => Buffer.from(text.replaceAll('-', ''), 'hex')

/** The text, in lower case, of a UUID's 16 bytes. */
export const uuidFromBytes = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
