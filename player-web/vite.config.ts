import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

/** Where `vite` finds the API while it serves the page itself. */
const api = process.env['OPENAUTH_URL'] ?? 'http://127.0.0.1:5566'

/**
 * Sonner adds its styles as a <style> element, which the server's policy (`default-src 'self'`) refuses. The toaster
 * imports them as a file instead, and this leaves the element out.
 */
const sonnerStylesAsFile: Plugin = {
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

export default defineConfig({
  plugins: [react(), sonnerStylesAsFile],
  resolve: { conditions: ['openauth-source', ...defaultClientConditions] },
  // Nothing inline: every script and style is a file of the server's own.
  build: { target: 'es2022', assetsInlineLimit: 0 },
  optimizeDeps: { exclude: ['sonner'] },
  server: {
    proxy: Object.fromEntries(
      ['/admin', '/app', '/user', '/docs', '/openapi.json', '/.well-known'].map((path) => [path, api]),
    ),
  },
})
