import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { createStore } from '../store.ts'

/** The name that the screen at an address gave itself. */
export const crumb = createStore<{ path: string; name: string } | undefined>(undefined)

/** Names what the screen shows, for the breadcrumbs: a user's name in place of "User". */
export const useCrumb = (name: string | undefined): void => {
  const { pathname } = useLocation()
  useEffect(() => {
    crumb.set(name ? { path: pathname, name } : undefined)
    return () => crumb.set(undefined)
  }, [name, pathname])
}
