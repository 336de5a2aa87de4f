import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { useMemo, type ReactNode } from 'react'
import { englishWords, UiLanguageContext, type UiWords } from './words.tsx'

interface Props {
  /** Words that replace the English ones. */
  words?: Partial<UiWords> | undefined
  /** A BCP 47 tag, by which numbers and times are written. */
  locale?: string | undefined
  children: ReactNode
}

/** Stands once around a page: language, tooltip delay, and no <style> elements, which a strict content security policy refuses. */
export const UiProvider = ({ words, locale, children }: Props) => {
  const language = useMemo(() => ({ words: { ...englishWords, ...words }, locale }), [words, locale])
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={400}>
        <UiLanguageContext value={language}>{children}</UiLanguageContext>
      </Tooltip.Provider>
    </CSPProvider>
  )
}
