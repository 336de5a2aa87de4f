import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { defineConfig } from 'vitest/config'

const answers = (url: string) =>
  new Promise<boolean>((tell) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) })
    const done = (answer: boolean) => {
      socket.destroy()
      tell(answer)
    }
    socket.setTimeout(1000, () => done(false))
    socket.once('connect', () => done(true)).once('error', () => done(false))
  })

/** A PostgreSQL and a Redis of the machine's; the API's tests run on them too where both answer. */
const postgresUrl = process.env.OPENAUTH_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres'
const redisUrl = process.env.OPENAUTH_TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'
const hasServices = (await answers(postgresUrl)) && (await answers(redisUrl))
if (!hasServices) console.error('No PostgreSQL and Redis on loopback: the API is tested on the embedded database only.')

/** The program is looked for where Debian's package puts it too, which is not on everybody's PATH. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
const hasPgBouncer = folders.some((folder) => existsSync(join(folder, 'pgbouncer')))
if (!hasPgBouncer) console.error('No PgBouncer on this machine: the server is not tested behind it.')

const common = {
  globalSetup: ['api/test/database.ts'],
  env: {},
  testTimeout: 60_000,
  // Two pages and a chain on two busy cores take their time.
  expect: { poll: { timeout: 15_000 } },
  hookTimeout: 60_000,
}
// Sources are imported as they are: no build of the client stands between a change and its test.
const source = { resolve: { conditions: ['openauth-source'] }, ssr: { resolve: { conditions: ['openauth-source'] } } }

export default defineConfig({
  test: {
    // As many as there are cores: more of them finish no sooner.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        ...source,
        test: {
          ...common,
          name: 'embedded',
          include: ['{client,api,cli,desktop,player-web,localnet,tools}/**/*.test.{ts,tsx,mjs}'],
          exclude: [
            ...['**/node_modules/**', '**/dist/**', '**/out/**'],
            ...(hasPgBouncer ? [] : ['api/test/pgbouncer.test.ts']),
          ],
        },
      },
      ...(hasServices
        ? [
            {
              ...source,
              test: {
                ...common,
                name: 'postgres+redis',
                include: ['api/src/**/*.test.ts', 'api/test/**/*.test.ts'],
                // What depends on the database or on Redis: sessions, limits, races, several servers. The rest meets
                // the same statements on both.
                exclude: [
                  'api/src/{lib,signer,protocols}/**',
                  'api/test/pgbouncer.test.ts',
                  'api/src/features/{solana,ethereum,vara,wallets,avatars,apps,admins,content,player,dapp-permissions}/**',
                  'api/test/{openapi,process,pages.security,contract.security,login-logs.security}.test.ts',
                  'api/test/{sends-crash,sends-logs.security}.test.ts',
                  'api/src/features/keys/**',
                  'api/src/features/login/{matrix.security,take-over,telegram.security}.test.ts',
                ],
                env: { OPENAUTH_TEST_POSTGRES: postgresUrl, OPENAUTH_TEST_REDIS: redisUrl },
              },
            },
          ]
        : []),
    ],
  },
})
