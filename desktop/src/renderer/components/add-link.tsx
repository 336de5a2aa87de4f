import { buttonClass } from '@openauth/ui/button'
import Plus from 'lucide-react/icons/plus'
import { Link } from 'react-router-dom'

/** The main button of a list: it opens the panel of a new entry, which has an address. */
export const AddLink = ({ to, title }: { to: string; title: string }) => (
  <Link className={buttonClass({ variant: 'primary' })} to={to}>
    <Plus size={16} aria-hidden="true" />
    {title}
  </Link>
)
