import { Dialog as Base } from '@base-ui/react/dialog'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { classNames } from './class-names.tsx'
import { IconButton } from './icon-button.tsx'
import { useWords } from './words.tsx'
import './overlay.css'
import './side-panel.css'

export interface SidePanelProps {
  title: ReactNode
  /** One line under the title. */
  description?: ReactNode
  open: boolean
  onClose: () => void
  /** Twice as wide where the window has room for it, for contents in two columns. */
  isWide?: boolean
  /** Buttons at the end. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * Details at the end of the window, of a row that was opened. The page beside it stays in use: pressing another row shows
 * that one. Escape closes it; the focus returns to the row.
 */
export const SidePanel = ({ title, description, open, onClose, isWide, footer, children }: SidePanelProps) => {
  const words = useWords()
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} modal={false} disablePointerDismissal>
      <Base.Portal>
        <Base.Popup className={classNames('ui-overlay ui-side-panel', isWide && 'ui-side-panel-wide')}>
          <header className="ui-side-panel-header">
            <Base.Title className="ui-side-panel-title">{title}</Base.Title>
            <Base.Close render={<IconButton size="small" label={words.close} icon={<X size={16} />} />} />
            {description !== undefined && (
              <Base.Description className="ui-side-panel-description" render={<div />}>
                {description}
              </Base.Description>
            )}
          </header>
          <div className="ui-side-panel-body">{children}</div>
          {footer !== undefined && <footer className="ui-side-panel-footer">{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
