import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { AdminCall } from '../api/rights.ts'
import type { MessageId } from '../i18n/i18n.ts'

/**
 * Where a screen is listed. `overview` and `server` are the groups of the navigation that are always there, `app` is the
 * group of the current app, `game` that of its tap game, `account` the user menu. A screen without a section is reached from another one.
 */
export type Section = 'overview' | 'server' | 'app' | 'game' | 'account'

/** One screen. Navigation, breadcrumbs, palette, shortcuts and menus are made from these. */
export interface Screen {
  /** The address below the console's own; screens of an app begin with `/apps/:appId`. */
  path: `/${string}`
  /** The values of `:tab?` in the address; empty for the tab of the address without one. */
  tabs?: readonly string[]
  title: MessageId
  icon: LucideIcon
  section?: Section
  /** The call that the screen is about: admins who may not make it are not offered the screen. */
  call: AdminCall
  /** Loads the screen, which is a file of its own in the build. */
  component: () => Promise<ComponentType>
  /** Two keys pressed one after the other: `g a`. */
  shortcut?: string
  /** Further words by which the palette finds the screen. */
  words?: MessageId
}
