import { type RefObject, useEffect } from 'react'
import { useHost } from './telegram.tsx'

interface MainButton {
  text: string
  isActive: boolean
  isBusy: boolean
  /** What it submits. */
  form: RefObject<HTMLFormElement | null>
}

/** Telegram's large button below the page, which does what the page's own does; nothing in a browser. */
export const useMainButton = ({ text, isActive, isBusy, form }: MainButton): void => {
  const button = useHost()?.mainButton
  useEffect(() => {
    if (!button) return
    button.setParams({ text, isActive })
    if (isBusy) button.showProgress()
    else button.hideProgress()
    // Ending the progress makes it active again.
    button.setParams({ text, isActive: isActive && !isBusy })
  }, [button, text, isActive, isBusy])
  useEffect(() => {
    if (!button) return
    const off = button.onClick(() => form.current?.requestSubmit())
    button.show()
    return () => {
      off()
      button.hide()
    }
  }, [button, form])
}
