import type { Task } from '../task.ts'

const argument = [
  { name: 'app', description: "id or exact name of the app; default: the app of the file's name" },
] as const
const file = { flags: '--file <path>', description: 'the YAML file; default: openauth.yaml; - for standard input' }
const prune = { flags: '--prune', description: 'remove items of lists that the file does not have' }
const base = {
  flags: '--base <path>',
  description:
    'the file as it was pushed last, such as that of the commit before: tells what the server has changed since',
}
const keepSecrets = { flags: '--keep-secrets', description: 'leave all stored secrets as they are, and read none' }
const sendSecrets = {
  flags: '--send-secrets',
  description: 'send secrets that cannot be compared, those of OpenID connections, although nothing else changes',
}

export const pullApp: Task = {
  name: 'pull',
  summary: 'Write the whole configuration of an app into a YAML file',
  arguments: [
    { name: 'app', description: 'id or exact name of the app; default: that of the file, else the saved one' },
  ],
  options: [
    { flags: '--file <path>', description: 'the YAML file; default: openauth.yaml; - for standard output' },
    {
      flags: '--content',
      description: 'also the dapps and games of the whole server; a file that has them keeps them',
    },
    { flags: '--overwrite', description: 'lose what the file has and the server has not' },
  ],
  more: `
Secrets are never in the file: pull writes references such as { env: APP_GOOGLE_CLIENT_SECRET }. Comments and references of an existing
file stay. What was changed in the file since the last pull or push on this machine stays too; where the server changed the same, nothing is
written. docs/configuration-as-code.md explains it.`,
  examples: ['openauth apps pull "My app"', 'openauth apps pull "My app" --file apps/my-app.yaml'],
  load: async () => (await import('../tasks/pull-app.ts')).pullApp,
}

export const diffApp: Task = {
  name: 'diff',
  summary: 'Show what a push of a file would change',
  arguments: argument,
  options: [file, prune, base, keepSecrets, sendSecrets],
  more: `
Exit codes as those of diff: 0 no difference, 1 differences, 2 trouble, and 4 where you are not signed in. ~ changes, + adds, - removes.
What the file does not have stays as it is on the server, and is no difference.`,
  examples: ['openauth apps diff', 'openauth apps diff "My app" --file apps/my-app.yaml --prune --json'],
  load: async () => (await import('../tasks/diff-app.ts')).diffApp,
}

export const pushApp: Task = {
  name: 'push',
  summary: 'Change an app to what a file says',
  arguments: argument,
  options: [
    file,
    { flags: '--create', description: "make the app of the file's name, if there is none" },
    prune,
    { flags: '--dry-run', description: 'show what would change, and change nothing' },
    base,
    { flags: '--overwrite', description: 'replace also what the server has changed since the last pull or push' },
    keepSecrets,
    sendSecrets,
    { flags: '-y, --yes', description: 'do not ask' },
    {
      flags: '--confirm <name>',
      description: "on a production profile: the server's host or the app's name, which is asked for otherwise",
    },
  ],
  more: `
Everything is validated before the first call. Without differences nothing is sent. If a call fails, push says what was applied, and a
push of the same file goes on from there.`,
  examples: [
    'openauth apps push --dry-run',
    'openauth apps push --file apps/my-app.yaml --yes',
    'openauth apps push --create --profile live',
  ],
  load: async () => (await import('../tasks/push-app.ts')).pushApp,
}

export const schemaOfApp: Task = {
  name: 'schema',
  summary: 'Print the JSON Schema of the file, for editors',
  examples: ['openauth apps schema > openauth.schema.json'],
  load: async () => (await import('../tasks/app-schema.ts')).printSchema,
}
