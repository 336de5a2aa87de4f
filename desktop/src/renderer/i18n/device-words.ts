import { addEnglish } from './i18n.ts'
import { deviceEnglish } from './locales/en-device.ts'

// The screens that approve command lines, set a second factor up and make service tokens import this, so that the first load of the console goes without these words.
addEnglish(deviceEnglish)
