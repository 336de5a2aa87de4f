import Plus from 'lucide-react/icons/plus'
import { useNavigate } from 'react-router-dom'
import { type AdminCall, useMay } from '../api/rights.ts'
import { useCommands } from '../navigation/commands.ts'

interface AddCommand {
  /** Unique, such as `webhooks.add`. */
  id: string
  title: string
  to: string
  /** The call that adds. */
  call: AdminCall
}

/** Opens the panel of a new entry from the palette and by a key, as the list's AddLink does. */
export const useAddCommand = ({ id, title, to, call }: AddCommand): void => {
  const navigate = useNavigate()
  const command = { id, title, icon: Plus, shortcut: 'c', run: () => void navigate(to) }
  useCommands(useMay(call) ? [command] : [])
}
