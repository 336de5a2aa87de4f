import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { classNames } from './class-names.tsx'

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> {
  /** What the button does; read to screen readers. Wrap it in a Tooltip to show it too. */
  label: string
  icon: ReactNode
}

/** A square button that shows an icon only. Its default variant is ghost. */
export const IconButton = ({ label, icon, variant = 'ghost', className, ...rest }: IconButtonProps) => (
  <Button {...rest} variant={variant} aria-label={label} className={classNames('ui-button-icon', className)}>
    {icon}
  </Button>
)
