/** Toasts. Their code is loaded after the first page, so that they work once the network is lost. */
type Kind = 'success' | 'error' | 'info'

const load = () => import('./toaster.tsx')

/** Loads the code of toasts. Never rejects: the first toast tries again. */
export const preloadToasts = (): Promise<void> =>
  load().then(
    // Marks the time from which the page can show errors.
    () => void performance.mark('toasts'),
    () => {},
  )

/** How long a plain notice is shown, in milliseconds; the same as a toast. */
const PLAIN_DURATION = 4000

/** Shows a text without the toast code, where that could not be loaded. */
const showPlain = (text: string): void => {
  const notice = document.createElement('p')
  notice.className = 'plain-toast'
  notice.setAttribute('role', 'status')
  notice.textContent = text
  document.body.append(notice)
  setTimeout(() => notice.remove(), PLAIN_DURATION)
}

const show = (kind: Kind, text: string): void =>
  void load().then(
    ({ showToast }) => showToast(kind, text),
    () => showPlain(text),
  )

export const notify = {
  success: (text: string): void => show('success', text),
  error: (text: string): void => show('error', text),
  info: (text: string): void => show('info', text),
}
