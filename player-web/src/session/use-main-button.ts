import { type RefObject, useEffect } from 'react'
import { useHost } from './telegram.tsx'

interface MainButton {
  text: string
  isActive: boolean
  isBusy: boolean
  /** The form that the button submits. */
  form: RefObject<HTMLFormElement | null>
}

/** Shows Telegram's main button, which submits the form of the page. Does nothing outside Telegram. */
export const useMainButton = ({ text, isActive, isBusy, form }: MainButton): void => {
  const button = useHost()?.mainButton
  useEffect(() => {
    if (!button) return
    button.setParams({ text, isActive })
    if (isBusy) button.showProgress()
    else button.hideProgress()
    // hideProgress makes the button active.
    button.setParams({ text, isActive: isActive && !isBusy })
  }, [button, text, isActive, isBusy])
  useEffect(() => {
    if (!button) return
    const removeListener = button.onClick(() => form.current?.requestSubmit())
    button.show()
    return () => {
      removeListener()
      button.hide()
    }
  }, [button, form])
}
