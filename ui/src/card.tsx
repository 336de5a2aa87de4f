import type { ReactNode } from 'react'
import { classNames } from './class-names.tsx'
import './card.css'

interface Props {
  /** Without padding: for a table or a list that reaches the edge. */
  isFlush?: boolean
  className?: string
  children: ReactNode
}

/** A surface with a line around it. */
export const Card = ({ isFlush, className, children }: Props) => (
  <div className={classNames('ui-card', isFlush && 'ui-card-flush', className)}>{children}</div>
)
