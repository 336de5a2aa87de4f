import { useConfig } from './config.ts'

/** The page's name in the browser's tab and history, and for screen readers; React puts it into the head. */
export const Title = ({ children }: { children: string }) => {
  const { app } = useConfig()
  return <title>{children === '' ? app.name : `${children} · ${app.name}`}</title>
}
