import { Button } from '@openauth/ui/button'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Dialog } from '../../../components/dialog.tsx'
import { Icon } from '../../../components/icon.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import './consent.css'

interface Props {
  title: string
  /** The full origin of the dapp: a dapp chooses its name, but not its origin. */
  origin: string
  /** Undefined if there is nothing to approve. */
  approve: { label: string; isArmed: boolean; onApprove: () => void } | undefined
  onReject: () => void
  isLate: boolean
  children: ReactNode
}

/**
 * Focuses the reject button, which `showModal` finds by this attribute, and treats every way of browsers to close a
 * dialog as a rejection: Escape, and the back gesture, whose second use pages cannot prevent.
 */
const useDismissal = (content: RefObject<HTMLDivElement | null>, onReject: () => void): void => {
  const reject = useRef(onReject)
  useEffect(() => void (reject.current = onReject))
  useEffect(() => {
    content.current?.querySelector('.consent-reject')?.setAttribute('autofocus', '')
    const dialog = content.current?.closest('dialog')
    const dismiss = () => reject.current()
    dialog?.addEventListener('cancel', dismiss)
    dialog?.addEventListener('close', dismiss)
    return () => {
      dialog?.removeEventListener('cancel', dismiss)
      dialog?.removeEventListener('close', dismiss)
    }
  }, [content])
}

/** Asks for the user's consent above the dapp's frame, where the dapp can neither draw nor click. */
export const ConsentDialog = ({ title, origin, approve, onReject, isLate, children }: Props) => {
  const t = useTranslate()
  const content = useRef<HTMLDivElement>(null)
  useDismissal(content, onReject)
  return (
    <Dialog title={title} onClose={onReject} hasCloseButton={false} closesOutside={false}>
      <div className="consent" ref={content}>
        <p className="consent-origin">
          <Icon name="link" />
          <span className="ui-hidden">{t('bridge.origin')}</span>
          <span className="mono">{origin}</span>
        </p>
        {children}
        {isLate && <p className="note">{t('bridge.late')}</p>}
        <div className="consent-choice">
          <Button className="consent-reject" onClick={onReject}>
            {t(approve ? 'bridge.reject' : 'bridge.close')}
          </Button>
          {approve && (
            <Button variant="primary" disabled={!approve.isArmed} onClick={approve.onApprove}>
              {approve.label}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
