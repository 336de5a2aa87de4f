import { lookalikeKey } from './lookalike-key.ts'

/** Names by which a user would pass for whoever runs the app or the server, or for nobody. */
const reserved = [
  'admin',
  'administrator',
  'root',
  'superuser',
  'sysadmin',
  'system',
  'operator',
  'openauth',
  'official',
  'support',
  'customer support',
  'help',
  'helpdesk',
  'security',
  'billing',
  'moderator',
  'staff',
  'abuse',
  'postmaster',
  'webmaster',
  'hostmaster',
  'noreply',
  'mailer-daemon',
  'anonymous',
  'null',
  'undefined',
]

const keys = new Set(reserved.map(lookalikeKey))

/** Whether a name is a reserved one, or looks like it. Spaces, punctuation and symbols around and within make no other name. */
export const isReserved = (name: string): boolean =>
  keys.has(lookalikeKey(name)) || keys.has(lookalikeKey(name.replace(/[\s\p{P}\p{S}]+/gu, '')))
