import approvals from './en/approvals.json'
import deviceScreen from './en/deviceScreen.json'
import invitations from './en/invitations.json'
import passkeys from './en/passkeys.json'
import secondFactor from './en/secondFactor.json'
import serviceTokens from './en/serviceTokens.json'

/** The English messages of the screens of the own account, of invitations and of approvals, which are loaded with them. */
export const deviceEnglish = {
  ...approvals,
  ...deviceScreen,
  ...invitations,
  ...passkeys,
  ...secondFactor,
  ...serviceTokens,
}
