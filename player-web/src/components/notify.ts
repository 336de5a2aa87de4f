/** Toasts. Nothing of them is loaded before the first one is shown. */
type Kind = 'success' | 'error' | 'info'

const show = (kind: Kind, text: string): void => {
  void import('./toaster.tsx').then(({ showToast }) => showToast(kind, text))
}

export const notify = {
  success: (text: string): void => show('success', text),
  error: (text: string): void => show('error', text),
  info: (text: string): void => show('info', text),
}
