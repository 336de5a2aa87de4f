import { addEnglish } from './i18n.ts'
import { connectionsEnglish } from './locales/en-connections.ts'

// Each screen with OpenID connections imports this, so that the first load of the console goes without these words.
addEnglish(connectionsEnglish)
