import { addEnglish } from './i18n.ts'
import { gameEnglish } from './locales/en-game.ts'

// Each screen of the tap game imports this, so that the first load of the console goes without these words.
addEnglish(gameEnglish)
