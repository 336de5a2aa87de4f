/** Toasts. They are loaded after the first page: none may need the network that it tells is gone. */
type Kind = 'success' | 'error' | 'info'

const load = () => import('./toaster.tsx')

/** Loads what shows toasts. Never rejects: the first toast tries again. */
export const preloadToasts = (): Promise<void> =>
  load().then(
    // For whoever wants to know when the page can tell of failures.
    () => void performance.mark('toasts'),
    () => {},
  )

/** Milliseconds for which a plain notice stays, as a toast does. */
const PLAIN_FOR = 4000

/** What stands in for a toast whose file did not come. */
const showPlain = (text: string): void => {
  const notice = document.createElement('p')
  notice.className = 'plain-toast'
  notice.setAttribute('role', 'status')
  notice.textContent = text
  document.body.append(notice)
  setTimeout(() => notice.remove(), PLAIN_FOR)
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
