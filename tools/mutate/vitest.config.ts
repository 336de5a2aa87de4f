import { defineConfig } from 'vitest/config'
import { parts } from './parts.mjs'

// The tests of one part, for Stryker, which makes a run of each change. Unlike in vitest.config.ts of the root, nothing is built first, and
// files run in a thread, in which Stryker switches changes on.

// eslint-disable-next-line node/no-process-env -- Stryker gives its children nothing but the environment.
const part = parts[process.env.OPENAUTH_MUTATE ?? '']
if (!part) throw new Error('OPENAUTH_MUTATE names a part of tools/mutate/parts.mjs.')

const resolve = { conditions: ['openauth-source'] }
const root = new URL('../..', import.meta.url).pathname
export default defineConfig({
  root,
  resolve,
  ssr: { resolve },
  environments: { __vitest__: { resolve } },
  test: {
    include: part.tests,
    globalSetup: ['api/test/database.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
