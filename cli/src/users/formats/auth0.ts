import {
  accountOf,
  type Draft,
  fieldsOf,
  type Format,
  type Fields,
  hashIssue,
  isTrue,
  joined,
  listOf,
  textOf,
  timeOf,
} from './format.ts'

/**
 * Auth0's users: its bulk exports (NDJSON, or CSV with the same names as columns) and the schema of its bulk imports, which also
 * has hashes of passwords. Auth0's support adds `passwordHash` to exports.
 * https://auth0.com/docs/manage-users/user-migration/bulk-user-exports
 * https://auth0.com/docs/manage-users/user-migration/bulk-user-import-database-schema-and-examples
 */
export const auth0: Format = {
  name: 'auth0',
  fits: (record) =>
    'custom_password_hash' in record ||
    ('email_verified' in record &&
      ('user_id' in record || 'password_hash' in record || 'nickname' in record || 'blocked' in record)) ||
    /^(auth0|google-oauth2|github|twitter|apple|email|sms)\|/.test(textOf(record['user_id']) ?? ''),
  map: (record) => ({
    id: idOf(record),
    email: textOf(record['email']),
    emailVerified: isTrue(record['email_verified']),
    username: textOf(record['username']),
    accounts: accountsOf(record),
    displayName:
      textOf(record['name']) ?? joined(record['given_name'], record['family_name']) ?? textOf(record['nickname']),
    avatar: textOf(record['picture']),
    createdAt: timeOf(record['created_at']),
    lastSeenAt: timeOf(record['last_login']),
    disabled: isTrue(record['blocked']),
    ...hashOf(record),
  }),
}

const idOf = (record: Fields): string | undefined =>
  textOf(record['user_id']) ?? textOf(fieldsOf(record['_id'])['$oid'])

/** `user_id` is `{provider}|{id}`; `identities` has the accounts that were linked to it too. */
const accountsOf = (record: Fields) => {
  const [provider, id] = (textOf(record['user_id']) ?? '').split('|')
  const linked = listOf(record['identities']).flatMap((identity) =>
    accountOf(identity['provider'], identity['user_id'], fieldsOf(identity['profileData'])['email']),
  )
  return linked.length > 0 ? linked : accountOf(provider, id, record['email'])
}

const hashOf = (record: Fields): Pick<Draft, 'passwordHash' | 'issues'> => {
  const plain = textOf(record['password_hash']) ?? textOf(record['passwordHash'])
  if (plain) return { passwordHash: plain }
  const custom = fieldsOf(record['custom_password_hash'])
  const algorithm = textOf(custom['algorithm'])
  if (algorithm === undefined) return {}
  const [hash, salt] = [fieldsOf(custom['hash']), fieldsOf(custom['salt'])]
  const value = textOf(hash['value'])
  if (value && ['argon2', 'bcrypt', 'pbkdf2'].includes(algorithm)) return { passwordHash: value }
  if (value && algorithm === 'scrypt') return { passwordHash: scryptOf(custom, value, hash, salt) }
  return { issues: [hashIssue(algorithm)] }
}

/** Auth0 names N `cost`; its defaults are 16,384, 8 and 1. */
const scryptOf = (custom: Fields, value: string, hash: Fields, salt: Fields): string => {
  const encoded = (text: string, encoding: unknown) =>
    Buffer.from(text, encoding === 'hex' ? 'hex' : encoding === 'utf8' ? 'utf8' : 'base64')
      .toString('base64')
      .replace(/=+$/, '')
  const cost = Math.log2(Number(custom['cost'] ?? 16_384))
  const { blockSize = 8, parallelization = 1 } = custom
  const saltText = encoded(textOf(salt['value']) ?? '', salt['encoding'] ?? 'utf8')
  return `$scrypt$ln=${cost},r=${String(blockSize)},p=${String(parallelization)}$${saltText}$${encoded(value, hash['encoding'])}`
}
