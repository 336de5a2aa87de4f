/** Copies text and says so; where the browser gives no clipboard (a page without TLS), it says what to do instead. */
export const copy = async (text: string): Promise<void> => {
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  const { toast } = await import('sonner')
  if (copied) toast.success('Copied')
  else toast.error('This browser does not let the page copy. Select the text instead.')
}
