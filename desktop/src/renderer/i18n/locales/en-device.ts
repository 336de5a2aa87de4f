import deviceScreen from './en/deviceScreen.json'
import invitations from './en/invitations.json'
import passkeys from './en/passkeys.json'
import secondFactor from './en/secondFactor.json'

/** The English messages of the screens that approve command lines, set a second factor up and invite admins, which are loaded with them. */
export const deviceEnglish = { ...deviceScreen, ...invitations, ...passkeys, ...secondFactor }
