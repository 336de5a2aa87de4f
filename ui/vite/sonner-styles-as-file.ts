import type { Plugin } from 'vite'

/**
 * Sonner adds its styles as a <style> element, which the pages' policy (`default-src 'self'`) refuses. Both toasters
 * import them as a file instead, and this leaves the element out.
 */
export const sonnerStylesAsFile: Plugin = {
  name: 'sonner-styles-as-file',
  transform: {
    filter: { id: /sonner[\\/]dist[\\/]index\.mjs/ },
    handler(code) {
      const without = code.replace(/^__insertCSS\(.*\);$/m, '')
      if (without === code) throw new Error('Sonner no longer calls __insertCSS: see sonnerStylesAsFile')
      return { code: without, map: null }
    },
  },
}
