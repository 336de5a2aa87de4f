import { Avatar as Picture } from '@openauth/ui/avatar'
import { safeHref } from '../lib/safe-link.ts'

interface Props {
  src: string | null
  name: string
  size?: 'small' | 'large'
}

/** A user's or an app's picture, or the initial of the name where there is no safe address or it does not load. */
export const Avatar = ({ src, name, size }: Props) => (
  <Picture name={name} src={safeHref(src, location.href)} size={size} tone="accent" />
)
