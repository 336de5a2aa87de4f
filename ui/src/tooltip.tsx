import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { Kbd } from './kbd.tsx'
import './tooltip.css'

export interface TooltipProps {
  text: ReactNode
  /** A shortcut, shown after the text. */
  keys?: readonly string[] | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  /** What it explains: one focusable element. */
  children: ReactElement
}

/** A short note on hover and on focus. Touch screens do not show it: nothing that is needed stands in it alone. */
export const Tooltip = ({ text, keys, side = 'top', children }: TooltipProps) => (
  <Base.Root>
    <Base.Trigger render={children} />
    <Base.Portal>
      <Base.Positioner className="ui-tooltip-positioner" side={side} sideOffset={6}>
        <Base.Popup className="ui-tooltip">
          {text}
          {keys && <Kbd keys={keys} />}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
