import { checkAddresses } from './database-addresses.ts'
import { readSettings } from './env.ts'
import { applyMigrations, MigrationError } from './lib/migrations.ts'
import { readMigrationState } from './lib/migration-state.ts'
import { migrationsFolder } from './paths.ts'
import { SettingsError } from './parse-environment.ts'
import { reaching } from './reach-database.ts'
import pg from 'pg'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Applies what the database of the settings lacks, or only lists it. Returns the exit code. */
const migrate = async (isDryRun: boolean): Promise<number> => {
  const { databaseUrl, databaseDirectUrl } = readSettings()
  if (databaseUrl === undefined) {
    say(
      'Without DATABASE_URL the server starts its own database, and migrates it when it starts. Nothing is to be done before.',
    )
    return 0
  }
  const connectionString = await reaching({ databaseUrl }, () => checkAddresses(databaseUrl, databaseDirectUrl))
  const client = new pg.Client({ connectionString, application_name: 'openauth migrations' })
  client.on('error', () => {})
  await client.connect()
  const { pending, unknown, unfinished } = await readMigrationState(client, migrationsFolder).finally(() =>
    client.end(),
  )
  for (const name of unfinished) say(`not ended: ${name}`)
  for (const name of unknown) say(`of a newer release: ${name}`)
  for (const name of pending) say(`due: ${name}`)
  if (isDryRun) {
    say(pending.length === 0 ? 'Nothing is due.' : `${pending.length} are due. Nothing was changed.`)
    return unfinished.length + unknown.length > 0 ? 1 : 0
  }
  const { applied } = await applyMigrations({ connectionString, directory: migrationsFolder })
  say(applied.length === 0 ? 'Nothing was due.' : `${applied.length} were applied.`)
  return 0
}

const args = process.argv.slice(2)
if (args.some((arg) => arg !== '--dry-run')) {
  process.stderr.write('Usage: npm run migrate [-- --dry-run]\n')
  process.exit(2)
}
migrate(args.includes('--dry-run')).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const { name, stack, message } = error as Error
    const isTold = error instanceof MigrationError || error instanceof SettingsError || name !== 'Error'
    process.stderr.write(`${isTold ? message : (stack ?? message)}\n`)
    process.exit(1)
  },
)
