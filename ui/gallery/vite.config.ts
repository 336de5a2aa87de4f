import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sonnerStylesAsFile } from '../vite/sonner-styles-as-file.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A page that shows every control: `npm run gallery`. */
export default defineConfig({
  root: file('.'),
  base: './',
  plugins: [react(), sonnerStylesAsFile],
  optimizeDeps: { exclude: ['sonner'] },
  build: {
    outDir: file('../dist/gallery'),
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: 'chrome123',
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: { index: file('./index.html'), controls: file('./controls.html') },
    },
  },
})
