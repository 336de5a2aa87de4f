import { initialOf } from './user-name.ts'
import './users.css'

/** A circle with a user's first letter. Pictures of other sites are not loaded: they would see which users operators open. */
export const Avatar = ({ name, isLarge }: { name: string; isLarge?: boolean }) => (
  <span className={isLarge ? 'user-avatar user-avatar-large' : 'user-avatar'} aria-hidden="true">
    {initialOf(name)}
  </span>
)
