/** The screen that is shown after signing in. */
export const START_PATH = '/dashboard'

/** The screen that shows one app. */
export const APP_PATH = '/apps/:appId'

/** The screen that shows one user. */
export const USER_PATH = '/apps/:appId/users/:userId'

/** The address of a screen for one app. */
export const appPath = ({ path }: { path: string }, appId: string): string => path.replace(':appId', appId)

/** The address of an app: its first screen. */
export const homeOfApp = (appId: string): string => appPath({ path: APP_PATH }, appId)

/** The address of a user. */
export const userPath = (appId: string, userId: string): string =>
  USER_PATH.replace(':appId', appId).replace(':userId', userId)
