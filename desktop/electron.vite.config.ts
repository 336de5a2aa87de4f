import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { defaultClientConditions } from 'vite'
import { compiledMessages } from '../tools/compiled-messages.ts'
import { notice } from '../tools/notice.mjs'
import { precompress } from '../tools/precompress.ts'
import { sonnerStylesAsFile } from '../tools/sonner-styles-as-file.ts'

/** The client and its dependencies are bundled from source, and the updater with them, so that `out` runs without node_modules. */
const bundled = ['@openauth/client', 'zod', 'electron-updater']
const conditions = ['openauth-source', 'module', 'node', 'development|production']

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

export default defineConfig({
  main: {
    plugins: [notice()],
    ssr: { resolve: { conditions } },
    build: { externalizeDeps: { exclude: bundled } },
  },
  preload: {
    plugins: [notice()],
    ssr: { resolve: { conditions } },
    // A sandboxed preload is a CommonJS script that can require little but electron.
    // https://www.electronjs.org/docs/latest/tutorial/sandbox#preload-scripts
    build: {
      externalizeDeps: { exclude: bundled },
      rollupOptions: { output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    plugins: [react(), sonnerStylesAsFile, compiledMessages, notice(), precompress()],
    resolve: { conditions: ['openauth-source', ...defaultClientConditions] },
    define: { 'import.meta.env.CONSOLE_VERSION': JSON.stringify(version) },
    optimizeDeps: { exclude: ['sonner'] },
    // The tokens of ui/ use light-dark(), which older targets would have rewritten.
    build: {
      minify: true,
      assetsInlineLimit: 0,
      target: 'es2022',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    },
  },
})
