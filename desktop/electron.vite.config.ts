import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { defaultClientConditions, type Plugin } from 'vite'

/** The contract is TypeScript of this repository; with zod it goes into the bundle, so that `out` runs by itself. */
const bundled = ['@openauth/client', 'zod']
const conditions = ['openauth-source', 'module', 'node', 'development|production']

/**
 * Sonner adds its styles as a <style> element, which the window's policy refuses. The toaster imports them as a file
 * instead, and this leaves the element out.
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
  main: {
    ssr: { resolve: { conditions } },
    build: { externalizeDeps: { exclude: bundled } },
  },
  preload: {
    ssr: { resolve: { conditions } },
    // A sandboxed preload is a CommonJS script that can require little but electron.
    // https://www.electronjs.org/docs/latest/tutorial/sandbox#preload-scripts
    build: {
      externalizeDeps: { exclude: bundled },
      rollupOptions: { output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    plugins: [react(), sonnerStylesAsFile],
    resolve: { conditions: ['openauth-source', ...defaultClientConditions] },
    optimizeDeps: { exclude: ['sonner'] },
    build: { minify: true, assetsInlineLimit: 0 },
  },
})
