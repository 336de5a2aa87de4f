import type { ReactNode } from 'react'

interface Props {
  children: ReactNode
  icon?: ReactNode
  kind?: 'primary' | 'plain' | 'quiet' | 'method'
  /** What screen readers are told where the text is not enough. */
  label?: string
  isPending?: boolean
  submit?: boolean
  onClick?: () => unknown
}

/** A button that stays where the focus is while its work is under way. */
export const Button = ({
  children,
  icon,
  kind = 'plain',
  label,
  isPending = false,
  submit = false,
  onClick,
}: Props) => (
  <button
    type={submit ? 'submit' : 'button'}
    className={`button ${kind}`}
    aria-label={label}
    aria-disabled={isPending}
    aria-busy={isPending}
    onClick={(event) => {
      if (isPending) event.preventDefault()
      else onClick?.()
    }}
  >
    {isPending ? <span className="spinner" aria-hidden="true" /> : icon}
    <span>{children}</span>
  </button>
)
