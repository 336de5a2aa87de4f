import { Toaster as Base } from 'sonner'
import 'sonner/dist/styles.css'
import { useWords } from './words.tsx'
import './toaster.css'

/** Stands once in a page; `toast` of sonner adds to it. The build needs the plugin ui/vite/sonner-styles-as-file.ts. */
export const Toaster = () => {
  const words = useWords()
  return (
    <Base
      position="bottom-right"
      visibleToasts={3}
      duration={5000}
      gap={8}
      containerAriaLabel={words.notifications}
      toastOptions={{ closeButtonAriaLabel: words.dismiss }}
    />
  )
}

export { toast } from 'sonner'
