import deviceScreen from './en/deviceScreen.json'
import secondFactor from './en/secondFactor.json'

/** The English messages of the screens that approve command lines and set a second factor up, which are loaded with them. */
export const deviceEnglish = { ...deviceScreen, ...secondFactor }
