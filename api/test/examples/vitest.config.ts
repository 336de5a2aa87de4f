import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const resolve = { conditions: ['openauth-source'] }

/** `npm run examples`: not a test of the suite, but a recording on the parts that the suite runs on. */
export default defineConfig({
  resolve,
  ssr: { resolve },
  environments: { __vitest__: { resolve } },
  test: {
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    globalSetup: ['api/test/database.ts'],
    include: ['api/test/examples/record.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
