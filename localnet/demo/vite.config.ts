import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['openauth-source', ...defaultClientConditions] },
  // Nothing inline: every script and style is a file of the server's own.
  // One script comes over loopback in no time.
  build: {
    target: 'es2022',
    // The tokens of ui/ use light-dark(), which older targets would have rewritten.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    // Its block of figures would stand among the lines of npm run dev.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
