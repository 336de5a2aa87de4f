import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import { useRef, type ReactElement, type ReactNode, type RefObject } from 'react'
import { classNames } from './class-names.tsx'
import { IconButton } from './icon-button.tsx'
import { useWords } from './words.tsx'
import './overlay.css'
import './dialog.css'

export interface DialogProps {
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  /** The button that opens it; leave it out and pass `open` to open it by state. */
  trigger?: ReactElement | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  /** Buttons at the end; the one that goes on is the last. DialogClose makes one that closes. */
  footer?: ReactNode
  /** 48rem instead of 30. */
  isWide?: boolean | undefined
  /** Pressing beside it does not close it: for forms with something typed. */
  isSticky?: boolean | undefined
  /** Default: the first field; in a dialog without fields, the button that closes it. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  children?: ReactNode
}

const fields =
  'input:not([type=hidden], [aria-hidden=true]), textarea, [role=combobox], [role=radio][aria-checked=true]'

/** A modal dialog: it traps the focus, Escape closes it, the focus returns to what opened it. */
export const Dialog = (props: DialogProps) => {
  const { title, description, trigger, open, onOpenChange, footer, isWide, isSticky, initialFocus, children } = props
  const words = useWords()
  const body = useRef<HTMLDivElement>(null)
  const firstField = () => body.current?.querySelector<HTMLElement>(fields) ?? true
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)} disablePointerDismissal={isSticky}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className="ui-backdrop" />
        <Base.Popup
          className={classNames('ui-overlay ui-dialog', isWide && 'ui-dialog-wide')}
          initialFocus={initialFocus ?? firstField}
        >
          <header className="ui-dialog-header">
            <Base.Title className="ui-dialog-title">{title}</Base.Title>
            <Base.Close render={<IconButton size="small" label={words.close} icon={<X size={16} />} />} />
            {description !== undefined && (
              <Base.Description className="ui-dialog-description" render={<div />}>
                {description}
              </Base.Description>
            )}
          </header>
          <div ref={body} className="ui-dialog-body">
            {children}
          </div>
          {footer !== undefined && <footer className="ui-dialog-footer">{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Makes a button inside a dialog close it: `<DialogClose render={<Button>Cancel</Button>} />`. */
export const DialogClose = ({ render }: { render: ReactElement }) => <Base.Close render={render} />
