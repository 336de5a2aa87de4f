import type { CSSProperties, ReactNode } from 'react'
import './card-grid.css'

interface Props {
  /** The width below which a card moves to the next line: a CSS length. */
  minWidth: string
  children: ReactNode
}

/** Cards of equal width, as many beside each other as fit. */
export const CardGrid = ({ minWidth, children }: Props) => (
  <div className="card-grid" style={{ '--card-grid-width': minWidth } as CSSProperties}>
    {children}
  </div>
)
