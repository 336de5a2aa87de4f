import { addEnglish } from './i18n.ts'
import { deviceEnglish } from './locales/en-device.ts'

// The screens of the own account, of invitations and of approvals import this, so that the first load of the console goes without these words.
addEnglish(deviceEnglish)
