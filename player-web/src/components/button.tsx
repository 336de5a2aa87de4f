import type { ButtonHTMLAttributes, ReactNode } from 'react'
import './button.css'

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  submit?: boolean
  /** In progress: the button keeps its place and focus, and does nothing. */
  isBusy?: boolean
  icon?: ReactNode
}

export const Button = ({ kind = 'primary', submit, isBusy, icon, children, onClick, className, ...rest }: Props) => (
  <button
    {...rest}
    type={submit ? 'submit' : 'button'}
    className={`button button-${kind}${className ? ` ${className}` : ''}`}
    aria-busy={isBusy || undefined}
    aria-disabled={isBusy || rest['aria-disabled'] || undefined}
    onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
  >
    {icon}
    <span>{children}</span>
  </button>
)
