import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/**
 * Messages are compiled when the page is built: the browser gets neither Lingui's compiler nor a wait for it.
 * https://lingui.dev/ref/core#i18n.setMessagesCompiler
 */
export const compiledMessages: Plugin = {
  name: 'compiled-messages',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /i18n[\\/]locales[\\/](?:\w+[\\/])?[\w-]+\.json$/ },
    handler(code) {
      const messages = Object.entries(JSON.parse(code) as Record<string, string>)
      const compiled = Object.fromEntries(
        messages.map(([id, text]) => {
          const message = compileMessage(text)
          // A message that is plain text stands in a list, which distinguishes it from one that must still be compiled.
          return [id, typeof message === 'string' ? [message] : message]
        }),
      )
      return { code: JSON.stringify(compiled), map: null }
    },
  },
}
