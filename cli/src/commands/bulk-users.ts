import type { Task } from '../task.ts'

const app = {
  flags: '--app <app>',
  description: 'id or exact name of the app; default: the app saved with openauth use',
}

export const importUsers: Task = {
  name: 'import',
  summary: 'Import users of another system into an app',
  arguments: [{ name: 'file', description: 'JSON, NDJSON or CSV; - for standard input' }],
  options: [
    app,
    {
      flags: '--format <auto|openauth|csv|auth0|firebase|clerk|supabase|keycloak|cognito>',
      description: 'whose export it is; default: auto, by the fields of the first user',
    },
    { flags: '--dry-run', description: 'judge every row and store nothing' },
    { flags: '--email-as-username', description: 'users with a password get their address as user name' },
    { flags: '--unverified-emails', description: 'import addresses that the other system had not verified' },
    { flags: '--without-passwords', description: 'import no hashes of passwords' },
    { flags: '--hash-config <path>', description: "Firebase's password hash parameters, as its console shows them" },
    {
      flags: '--refused <path>',
      description: 'write refused rows there, with their reasons, to correct and import them',
    },
    { flags: '--from <row>', description: 'skip the rows before this one' },
  ],
  more: `
Each row gets its own verdict: created, exists or refused. A user is known again by its id, its external id or its ways to log in, and
is then left unchanged, so an import can be repeated. Exit code 1 if rows were refused. The file is streamed: its size does not matter.`,
  examples: [
    'openauth users import users.json --app "My app" --dry-run',
    'openauth users import users.csv --app "My app" --refused refused.ndjson',
    'openauth users import firebase.json --app "My app" --hash-config hash-config.txt --email-as-username',
  ],
  load: async () => (await import('../tasks/import-users.ts')).importUsers,
}

export const exportUsers: Task = {
  name: 'export',
  summary: 'Export the users of an app, as import takes them',
  options: [
    app,
    { flags: '--format <ndjson|csv|json>', description: 'default: by the ending of --out, else ndjson' },
    { flags: '--out <path>', description: 'the file, which appears when it is complete; default: standard output' },
  ],
  more: `
Without password hashes and without wallet keys: no call gives them away. Cells of CSV that a spreadsheet would run as formulas begin
with an apostrophe, which import removes.`,
  examples: [
    'openauth users export --app "My app" --out users.ndjson',
    'openauth users export --app "My app" --format csv > users.csv',
  ],
  load: async () => (await import('../tasks/export-users.ts')).exportUsers,
}
