import { ConnectionNote } from './connection-note.tsx'
import { Crumbs } from './crumbs.tsx'
import { SearchButton } from './search-button.tsx'
import { UserMenu } from './user-menu.tsx'

/** Where one is, and what concerns every screen. */
export const TopBar = () => (
  <header className="top-bar">
    <Crumbs />
    <div className="top-bar-end">
      <ConnectionNote />
      <SearchButton />
      <UserMenu />
    </div>
  </header>
)
