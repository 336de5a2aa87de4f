import deviceScreen from './en/deviceScreen.json'
import secondFactor from './en/secondFactor.json'
import serviceTokens from './en/serviceTokens.json'

/** The English messages of the screens that approve command lines, set a second factor up and make service tokens, which are loaded with them. */
export const deviceEnglish = { ...deviceScreen, ...secondFactor, ...serviceTokens }
