import type { ReactNode } from 'react'

const paths = {
  earn: 'M12 2.5l2.6 5.6 6.1.7-4.5 4.2 1.2 6.1L12 16l-5.4 3.1 1.2-6.1L3.3 8.8l6.1-.7z',
  wallet: 'M4 7.5A2.5 2.5 0 0 1 6.5 5H18v3.5M4 7.5V17a2.5 2.5 0 0 0 2.5 2.5H20v-11H6.5M16 14h1.5',
  send: 'M5 19 19 5M9 5h10v10',
  receive: 'M19 5 5 19M15 19H5V9',
  copy: 'M9 9V5.5A1.5 1.5 0 0 1 10.5 4h8A1.5 1.5 0 0 1 20 5.5v8a1.5 1.5 0 0 1-1.5 1.5H15M4 10.5A1.5 1.5 0 0 1 5.5 9h8a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 4 18.5z',
  key: 'M14.5 9.5a4 4 0 1 0-3.600 4l1.600 1.5h2v2h2v2h3v-3l-5.200-5.200c.1-.4.2-.9.2-1.300zM9.200 9h.1',
  support:
    'M4 13v-1a8 8 0 0 1 16 0v1M4 13h3v5H5.5A1.5 1.5 0 0 1 4 16.5zM20 13h-3v5h1.5a1.5 1.5 0 0 0 1.5-1.5zM18 18c0 1.700-1.800 2.5-4 2.5',
  shield: 'M12 3l7 2.5v5.700c0 4.300-2.900 7.700-7 9.300-4.100-1.600-7-5-7-9.300V5.5zM9 12l2.200 2.200L15.200 10',
  history: 'M4 12a8 8 0 1 0 2.600-5.900M4 4.5V8h3.5M12 8v4.300l2.800 1.700',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6 6 18',
  invite: 'M15 19.5a6 6 0 0 0-12 0M9 10.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M18.5 8v6M15.5 11h6',
  external: 'M14 4h6v6M20 4l-9 9M18 14v4.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 4 18.5v-11A1.5 1.5 0 0 1 5.5 6H10',
  game: 'M7 8h10a5 5 0 0 1 4.900 6.100l-.5 2.200a2.300 2.300 0 0 1-4 1L15 15H9l-2.400 2.300a2.300 2.300 0 0 1-4-1l-.5-2.200A5 5 0 0 1 7 8zM8 10.5v3M6.5 12h3M15.5 11h.1M17.5 13h.1',
  warning: 'M12 4 2.800 19.5h18.400zM12 10v4.5M12 17h.1',
  logout: 'M14 4.5h4.5A1.5 1.5 0 0 1 20 6v12a1.5 1.5 0 0 1-1.5 1.5H14M10 8l-4 4 4 4M6 12h9',
  language:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M3 12h18M12 3c2.5 2.600 3.700 5.600 3.700 9s-1.200 6.400-3.700 9c-2.5-2.600-3.700-5.600-3.700-9S9.5 5.600 12 3z',
  document:
    'M14 3.5H7A1.5 1.5 0 0 0 5.5 5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8zM14 3.5V8h4.5M9 12.5h6M9 16h6',
  reload: 'M20 12a8 8 0 1 1-2.600-5.900M20 4.500V8h-3.500',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  energy: 'M13 2.5 5 13.500h6l-1 8 8-11.500h-6z',
  ring: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8',
  sound: 'M4 9.5v5h3.500l4.500 4v-13l-4.500 4zM15.500 9a4 4 0 0 1 0 6M18 6.500a7.500 7.500 0 0 1 0 11',
  silence: 'M4 9.5v5h3.500l4.500 4v-13l-4.500 4zM16 9.500l5 5M21 9.500l-5 5',
} as const
export type IconName = keyof typeof paths

/** An icon beside a text with the same meaning, hidden from screen readers. 24 × 24. */
export const Icon = ({ name }: { name: IconName }): ReactNode => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      d={paths[name]}
    />
  </svg>
)
