import { addEnglish } from './i18n.ts'
import { webhooksEnglish } from './locales/en-webhooks.ts'

// Each screen of webhooks imports this, so that the first load of the console goes without these words.
addEnglish(webhooksEnglish)
