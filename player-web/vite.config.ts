import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { sonnerStylesAsFile } from '../tools/sonner-styles-as-file.ts'

/** Where `vite` finds the API while it serves the page itself. */
const api = process.env['OPENAUTH_URL'] ?? 'http://127.0.0.1:5566'

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
