import { addEnglish } from './i18n.ts'
import { deviceEnglish } from './locales/en-device.ts'

// The screen that approves command lines imports this, so that the first load of the console goes without these words.
addEnglish(deviceEnglish)
