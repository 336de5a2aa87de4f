import { Menu as Base } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.tsx'
import { Kbd } from './kbd.tsx'
import './popup.css'

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  /** MenuItem, MenuLink, MenuCheckbox, MenuSeparator, MenuLabel. */
  children: ReactNode
}

/** A list of actions. */
export const Menu = ({ trigger, align = 'start', side = 'bottom', children }: MenuProps) => (
  <Base.Root>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner className="ui-positioner" align={align} side={side} sideOffset={4}>
        <Base.Popup className="ui-popup ui-menu">{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

export interface MenuItemProps {
  onSelect: () => void
  icon?: ReactNode
  isDanger?: boolean | undefined
  disabled?: boolean | undefined
  /** Shown at the end: ["Ctrl", "K"]. */
  keys?: readonly string[] | undefined
  children: ReactNode
}

export const MenuItem = ({ onSelect, icon, isDanger, disabled, keys, children }: MenuItemProps) => (
  <Base.Item onClick={onSelect} disabled={disabled} className={classNames('ui-item', isDanger && 'ui-item-danger')}>
    {icon}
    <span className="ui-item-text">{children}</span>
    {keys && <Kbd keys={keys} />}
  </Base.Item>
)

/** An item that is a link; `render` takes a router's link. */
export const MenuLink = ({
  href,
  render,
  icon,
  children,
}: {
  href?: string
  render?: ReactElement
  icon?: ReactNode
  children: ReactNode
}) => (
  <Base.LinkItem href={href} render={render} className="ui-item" closeOnClick>
    {icon}
    <span className="ui-item-text">{children}</span>
  </Base.LinkItem>
)

/** An item that stays on or off; by default the menu stays open. */
export const MenuCheckbox = ({
  checked,
  onCheckedChange,
  disabled,
  closeOnClick = false,
  children,
}: {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  closeOnClick?: boolean
  children: ReactNode
}) => (
  <Base.CheckboxItem
    checked={checked}
    onCheckedChange={(next) => onCheckedChange(next)}
    disabled={disabled}
    closeOnClick={closeOnClick}
    className="ui-item"
  >
    <span className="ui-item-check">
      <Base.CheckboxItemIndicator render={<Check size={14} />} />
    </span>
    <span className="ui-item-text">{children}</span>
  </Base.CheckboxItem>
)

export const MenuSeparator = () => <Base.Separator className="ui-popup-separator" />

/** Items under a heading. */
export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <Base.Group>
    <Base.GroupLabel className="ui-popup-label">{label}</Base.GroupLabel>
    {children}
  </Base.Group>
)
