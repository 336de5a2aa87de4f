/** Copies text. Resolves to false, with a warning on the console, where the browser has no clipboard or refuses. */
export const copyText = async (text: string): Promise<boolean> => {
  const fail = (reason: unknown): false => {
    // oxlint-disable-next-line no-console -- the caller shows the failure; the reason is for developers
    console.warn('Nothing was copied:', reason)
    return false
  }
  const { clipboard } = navigator as Partial<Navigator>
  if (!clipboard) return fail('the browser offers a clipboard only to HTTPS pages')
  return clipboard.writeText(text).then(() => true, fail)
}
