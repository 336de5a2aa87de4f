import deviceScreen from './en/deviceScreen.json'

/** The English messages of the screen that approves command lines, which are loaded with it. */
export const deviceEnglish = { ...deviceScreen }
