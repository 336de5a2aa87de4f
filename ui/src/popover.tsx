import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import './popup.css'
import './popover.css'

export interface PopoverProps {
  trigger: ReactElement
  title?: string | undefined
  align?: 'start' | 'center' | 'end' | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  children: ReactNode
}

/** A small panel beside its button, not modal. */
export const Popover = ({ trigger, title, align = 'start', open, onOpenChange, children }: PopoverProps) => (
  <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner className="ui-positioner" align={align} sideOffset={4}>
        <Base.Popup className="ui-popup ui-popover">
          {title && <Base.Title className="ui-popover-title">{title}</Base.Title>}
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
