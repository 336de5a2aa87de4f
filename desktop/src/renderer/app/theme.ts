import { createStoredChoice } from '../store.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const choice = createStoredChoice<Theme>('Theme', themes)
export const themeChoice = choice

const apply = () => {
  const theme = choice.get()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Shows the chosen theme from now on; the tokens of ui/ follow the attribute `data-theme`, or without it the system. */
export const startTheme = (): void => {
  apply()
  choice.subscribe(apply)
}
