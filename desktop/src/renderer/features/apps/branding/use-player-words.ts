import { type Messages, setupI18n } from '@lingui/core'
import type { PlayerLanguage } from '@openauth/client'
import { useQuery } from '@tanstack/react-query'

const files = import.meta.glob<Messages>('../../../../../../player-web/src/i18n/locales/*.json', { import: 'default' })

/** Writes one of the players' built-in texts; an empty text until they are loaded. */
export type PlayerWords = (id: string, values?: Record<string, string>) => string

/** The players' built-in words in one of their languages. The build compiles them as it does those of the console. */
export const usePlayerWords = (language: PlayerLanguage): PlayerWords => {
  const { data: i18n } = useQuery({
    queryKey: ['player-words', language],
    queryFn: async () => {
      const load = Object.entries(files).find(([path]) => path.endsWith(`/${language}.json`))?.[1]
      return setupI18n({ locale: language, messages: { [language]: (await load?.()) ?? {} } })
    },
    staleTime: Infinity,
  })
  return (id, values) => i18n?._(id, values) ?? ''
}
