/** The address of the list of an app's squads, or of one beside it. */
export const squadsPath = (appId: string, squad?: string): string =>
  `/apps/${appId}/game/squads${squad === undefined ? '' : `/${squad}`}`
