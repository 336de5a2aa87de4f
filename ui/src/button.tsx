import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.tsx'
import { Spinner } from './spinner.tsx'
import './button.css'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

interface Look {
  /** Default: secondary. A view has at most one primary button. */
  variant?: ButtonVariant | undefined
  size?: 'small' | 'medium' | undefined
}

export interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'disabled'> {
  /** Before the label; of 16 px. */
  icon?: ReactNode
  /** Shows a spinner in place of the label and takes no press; the button keeps its width and the focus. */
  loading?: boolean | undefined
  /** Takes no press, and stays in the tab order so that a tooltip can say why. */
  disabled?: boolean | undefined
}

const refuse = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

interface ClassOptions extends Look {
  /** More class names. */
  className?: string | undefined
}

/** The class names of a button, for a link that looks like one. */
export const buttonClass = ({ variant = 'secondary', size = 'medium', className }: ClassOptions = {}): string =>
  classNames('ui-button', `ui-button-${variant}`, size === 'small' && 'ui-button-small', className)

/** A button; `type` is "button" by default. */
export const Button = ({ variant, size, icon, loading, disabled, className, children, ...rest }: ButtonProps) => {
  const isRefused = loading || disabled
  return (
    <button
      type="button"
      {...rest}
      {...(isRefused && { onClick: refuse })}
      className={buttonClass({ variant, size, className })}
      aria-disabled={isRefused || undefined}
      aria-busy={loading || undefined}
    >
      {loading ? (
        <span className="ui-button-label">
          {icon}
          {children}
        </span>
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
      {loading && (
        <span className="ui-button-busy">
          <Spinner />
        </span>
      )}
    </button>
  )
}
