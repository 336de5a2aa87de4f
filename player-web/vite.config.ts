import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { compiledMessages } from '../tools/compiled-messages.ts'
import { notice } from '../tools/notice.mjs'
import { precompress } from '../tools/precompress.ts'
import { sonnerStylesAsFile } from '../tools/sonner-styles-as-file.ts'
import { sonnerSwipe } from '../tools/sonner-swipe.ts'

/** Where `vite` finds the API while it serves the page itself. */
const api = process.env['OPENAUTH_URL'] ?? 'http://127.0.0.1:5566'
/** As patterns: `/app` alone would take `/apple.svg` too. */
const apiPaths = [
  'admin',
  'app',
  'user',
  'auth',
  'api',
  'player',
  'avatars',
  'content',
  'docs',
  '\\.well-known',
  'openapi\\.json',
]

export default defineConfig({
  plugins: [react(), sonnerStylesAsFile, sonnerSwipe, compiledMessages, precompress(), notice()],
  resolve: { conditions: ['openauth-source', ...defaultClientConditions] },
  // Nothing inline: every script and style is a file of the server's own.
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Its block of figures would stand among the lines of npm start and npm run dev.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            // What everybody loads first is one file: each more of them would be a request before anything shows.
            { name: 'first', tags: ['$initial'] },
            { name: 'query', test: /@tanstack|[\\/](?:client[\\/]src|session)[\\/]queries\.ts$/ },
          ],
        },
      },
    },
  },
  optimizeDeps: { exclude: ['sonner'] },
  server: {
    proxy: Object.fromEntries(apiPaths.map((path) => [`^/${path}([/?]|$)`, api])),
  },
})
