/** The logo: a ring and a keyhole. Hidden from screen readers, because the name stands beside it. */
export const Mark = () => (
  <svg className="ui-mark" viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="16" cy="16" r="13" fill="none" stroke="currentColor" strokeWidth="4.5" />
    <path d="M16 10.4a3.5 3.5 0 0 1 1.85 6.5l1 5h-5.7l1-5A3.5 3.5 0 0 1 16 10.4Z" fill="currentColor" />
  </svg>
)
