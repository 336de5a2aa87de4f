import './spinner.css'

interface Props {
  /** What screen readers hear; without it the spinner is decoration. */
  label?: string
  /** Pixels. Default: 14. */
  size?: number
}

/** A turning ring. */
export const Spinner = ({ label, size = 14 }: Props) => (
  <svg
    className="ui-spinner"
    viewBox="0 0 16 16"
    width={size}
    height={size}
    role={label ? 'img' : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
  >
    <circle cx="8" cy="8" r="6" />
    <circle cx="8" cy="8" r="6" />
  </svg>
)
