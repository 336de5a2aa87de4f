import type { Shell } from '../src/main/ipc.ts'

/** The desktop program's own part of messages, where a test needs none or some of it. */
export const quietShell = (shell: Partial<Shell> = {}): Shell => ({
  setLanguage: () => {},
  takeLink: () => null,
  takeCrashNews: () => false,
  openLogFolder: () => {},
  updateState: () => ({ kind: 'none' }),
  restartIntoUpdate: () => {},
  ...shell,
})
