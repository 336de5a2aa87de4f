import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTranslate } from '../i18n/i18n.ts'
import { Icon } from './icon.tsx'
import './dialog.css'

interface Props {
  title: string
  onClose: () => void
  /** Whether it has a button to close it; the default is true. */
  hasCloseButton?: boolean
  /** Whether a click beside it, or Escape, closes it. */
  closesOutside?: boolean
  children: ReactNode
}

/** A modal dialog: the browser's own, which traps the focus. */
export const Dialog = ({ title, onClose, hasCloseButton = true, closesOutside = true, children }: Props) => {
  const t = useTranslate()
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed before it is removed, so that the browser restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- beside it is its backdrop; keys have Escape
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (closesOutside) onClose()
      }}
      onClick={(event) => {
        if (closesOutside && event.target === ref.current) onClose()
      }}
    >
      <div className="dialog-content">
        <header className="dialog-header">
          <h2 id={titleId}>{title}</h2>
          {hasCloseButton && (
            <button type="button" className="dialog-close" aria-label={t('dialog.close')} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  )
}
