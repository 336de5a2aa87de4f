/** The sentence that wallets in the field sign to log in; accepted only if the app allows it. */
export const legacyLoginMessage = (appName: string): string =>
  `By signing, you are proving you own this wallet and logging in ${appName}.`
