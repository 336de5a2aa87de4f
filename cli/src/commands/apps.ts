import { switchOf } from '@openauth/client/light'
import type { Noun } from '../noun.ts'
import type { Row } from '../view.ts'

const logins = (app: Row): string[] =>
  Object.entries(switchOf)
    .filter(([, name]) => app[name] === true)
    .map(([method]) => method)

export const apps: Noun = {
  name: 'apps',
  group: 'apps',
  summary: 'Apps, their settings and their secrets; an app is given by its id or its exact name',
  appKeys: ['id'],
  columns: ['id', 'name', { header: 'logins', value: logins }, 'createdAt'],
  verbs: {
    create: { positional: ['name'] },
    secret: { reveals: true },
    rotateSecret: { reveals: true },
  },
  examples: [
    'openauth apps create "My app"',
    'openauth apps update "My app" --github-enabled true --github-client-id Iv1.0 --github-client-secret @secret.txt',
    'openauth apps update "My app" --redirect-origins https://a.example --redirect-origins https://b.example',
    'openauth apps update "My app" --description null --clear redirect-origins',
    'openauth apps get "My app" --json | openauth apps update "Its twin" --name "Its twin" --input -',
    'openauth apps pull "My app" --file my-app.yaml',
    'openauth apps secret "My app" --json',
    'openauth apps rotate-secret "My app" --overlap-seconds 3600 --yes',
  ],
}
