/** Copies text. Warns and resolves to false where the browser has no clipboard for this page, or refuses. */
export const copyText = async (text: string): Promise<boolean> => {
  const warn = (why: unknown): false => {
    // oxlint-disable-next-line no-console -- the caller shows the failure; this tells developers why
    console.warn('Nothing was copied:', why)
    return false
  }
  const { clipboard } = navigator as Partial<Navigator>
  if (!clipboard) return warn('this page has no clipboard: it needs TLS')
  return clipboard.writeText(text).then(() => true, warn)
}
