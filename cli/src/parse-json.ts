/** The value of a JSON text; undefined for other text, since JSON has no undefined. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
