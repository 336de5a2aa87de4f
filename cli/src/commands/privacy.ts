import type { Noun } from '../noun.ts'

export const deletions: Noun = {
  name: 'deletions',
  group: 'deletions',
  summary: 'Deletions that users asked for and that are still to come',
  findId: 'users list --search',
  columns: ['userId', 'requestedAt', 'dueAt', 'waitsFor', 'isRepeated'],
  examples: [
    'openauth deletions list --app "My app"',
    'openauth deletions get <user id> --app "My app" --json',
    'openauth deletions cancel <user id> --app "My app"',
  ],
}

export const terms: Noun = {
  name: 'terms',
  group: 'terms',
  summary: 'Who accepted which version of the terms and the privacy policy of an app',
  findId: 'users list --search',
  columns: ['userId', 'document', 'version', 'acceptedAt', 'surface'],
  examples: [
    'openauth terms acceptances --app "My app" --document terms --version 2026-11',
    'openauth terms of-user <user id> --app "My app"',
    'openauth apps update "My app" --terms-url https://example.com/terms --terms-version 2026-11 --terms-required true',
  ],
}
