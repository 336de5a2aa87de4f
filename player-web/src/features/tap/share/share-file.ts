/** Whether this browser shares files, which it says of each kind. https://www.w3.org/TR/web-share/#canshare-data-method */
export const canShare = (file: File): boolean =>
  'canShare' in navigator && typeof navigator.share === 'function' && navigator.canShare({ files: [file] })

/** Lets the player choose where to share a picture with a text. Resolves with whether that was possible: who closes the choice has chosen. */
export const shareFile = (file: File, text: string): Promise<boolean> =>
  navigator.share({ files: [file], text }).then(
    () => true,
    (error: unknown) => (error as { name?: string }).name === 'AbortError',
  )

/** Saves a file where the browser saves what it downloads. */
export const saveFile = (file: File): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
