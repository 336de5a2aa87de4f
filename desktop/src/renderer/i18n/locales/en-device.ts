import deviceScreen from './en/deviceScreen.json'
import invitations from './en/invitations.json'
import passkeys from './en/passkeys.json'
import secondFactor from './en/secondFactor.json'
import serviceTokens from './en/serviceTokens.json'

/** The English messages of the screens of the own account and of invitations, which are loaded with them. */
export const deviceEnglish = { ...deviceScreen, ...invitations, ...passkeys, ...secondFactor, ...serviceTokens }
