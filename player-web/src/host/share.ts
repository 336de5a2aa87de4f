import { HostError } from './errors.ts'

/** A link into the mini-app that a player sends to others. */
export interface Invitation {
  botName: string
  /** Absent for the bot's main mini-app. */
  appName?: string
  startParam: string
  text?: string
}

const isName = (name: string): boolean => /^\w{3,64}$/.test(name)

/**
 * A link that starts the mini-app with a parameter. Throws WebAppTgUrlInvalid on names or parameters that links cannot
 * carry. https://core.telegram.org/api/links#main-mini-app-links
 */
export const appLink = ({ botName, appName, startParam }: Invitation): string => {
  if (!isName(botName) || (appName !== undefined && !isName(appName)))
    throw new HostError('WebAppTgUrlInvalid', 'the name of the bot or app is invalid')
  if (!/^[\w-]{0,512}$/.test(startParam))
    throw new HostError('WebAppTgUrlInvalid', 'a start parameter has at most 512 of A–Z, a–z, 0–9, _ and -')
  return `https://t.me/${botName}${appName ? `/${appName}` : ''}?startapp=${startParam}`
}

/**
 * A link at which Telegram lets the player choose whom to invite. Throws WebAppTgUrlInvalid as appLink does.
 * https://core.telegram.org/api/links#share-links
 */
export const shareLink = (invitation: Invitation): string => {
  const url = `https://t.me/share/url?url=${encodeURIComponent(appLink(invitation))}`
  return invitation.text ? `${url}&text=${encodeURIComponent(invitation.text)}` : url
}

/** The refer code in a start parameter, which is `CODE` or `ref_CODE`; undefined in any other. */
export const referCodeIn = (startParam: string | undefined): string | undefined =>
  /^(?:ref_)?([A-Z0-9]{8})$/.exec(startParam ?? '')?.[1]
