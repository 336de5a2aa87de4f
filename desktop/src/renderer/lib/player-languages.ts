import { type PlayerLanguage, playerLanguages } from '@openauth/client'

const names: Record<PlayerLanguage, string> = { en: 'English', es: 'Español', ru: 'Русский', zh: '中文' }

/** The languages of the players' front end with their own names, as options of a choice. */
export const playerLanguageOptions = playerLanguages.map((value) => ({ value, label: names[value] }))

/** What a language of the players' front end calls itself. */
export const playerLanguageName = (language: PlayerLanguage): string => names[language]
