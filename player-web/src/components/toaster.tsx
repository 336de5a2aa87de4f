import { createRoot } from 'react-dom/client'
import { toast, Toaster, type ToasterProps } from 'sonner'
import 'sonner/dist/styles.css'
import '@openauth/ui/toaster.css'

/** Milliseconds, pixels and keys of the requirement; a swipe's distance is set where the page is built. */
const settings: ToasterProps = {
  position: 'top-center',
  theme: 'dark',
  visibleToasts: 3,
  duration: 4000,
  gap: 14,
  hotkey: ['altKey', 'KeyT'],
}

let isMounted = false

/** A React root beside the app: a toast outlives the page that showed it. */
const mount = (): Promise<void> => {
  if (isMounted) return Promise.resolve()
  isMounted = true
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<Toaster {...settings} />)
  // Sonner shows only toasts that are added after its list is mounted.
  return new Promise((done) => setTimeout(done, 0))
}

export const showToast = async (kind: 'success' | 'error' | 'info', text: string): Promise<void> => {
  await mount()
  toast[kind](text)
}
