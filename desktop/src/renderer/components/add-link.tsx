import { buttonClass } from '@openauth/ui/button'
import Plus from 'lucide-react/icons/plus'
import { Link } from 'react-router-dom'
import type { AdminCall } from '../api/rights.ts'
import { May } from './may.tsx'

interface Props {
  to: string
  title: string
  /** The call that adds. */
  call: AdminCall
}

/** The main button of a list: it opens the panel of a new entry, which has an address. */
export const AddLink = ({ to, title, call }: Props) => (
  <May call={call}>
    <Link className={buttonClass({ variant: 'primary' })} to={to}>
      <Plus size={16} aria-hidden="true" />
      {title}
    </Link>
  </May>
)
