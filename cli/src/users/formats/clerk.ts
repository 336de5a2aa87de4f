import {
  accountOf,
  type Draft,
  type Fields,
  type Format,
  hashIssue,
  isTrue,
  joined,
  listOf,
  textOf,
  timeOf,
} from './format.ts'

/**
 * Clerk's users: the CSV of its dashboard, which has digests of passwords, and the JSON of its CLI and Backend API, which has not.
 * https://clerk.com/docs/guides/development/migrating/export-from-clerk
 * https://clerk.com/docs/reference/backend-api/tag/users/GET/users
 */
export const clerk: Format = {
  name: 'clerk',
  fits: (record) => 'primary_email_address' in record || 'primary_email_address_id' in record,
  map: (record) => ({
    id: textOf(record['id']),
    ...emailOf(record),
    username: textOf(record['username']),
    accounts: listOf(record['external_accounts']).flatMap(({ provider, provider_user_id, email_address, username }) =>
      accountOf(provider, provider_user_id, email_address ?? username),
    ),
    displayName: joined(record['first_name'], record['last_name']),
    avatar: textOf(record['image_url']),
    createdAt: timeOf(record['created_at']),
    lastSeenAt: timeOf(record['last_active_at'] ?? record['last_sign_in_at']),
    disabled: isTrue(record['banned']) || isTrue(record['locked']),
    ...hashOf(record),
  }),
}

/** Lists in a cell are separated by `|` or blanks. */
const listIn = (cell: unknown): string[] => (textOf(cell) ?? '').split(/[|,;\s]+/).filter(Boolean)

const emailOf = (record: Fields): Pick<Draft, 'email' | 'emailVerified'> => {
  const addresses = listOf(record['email_addresses'])
  const primary = addresses.find(({ id }) => id === record['primary_email_address_id']) ?? addresses[0]
  if (primary)
    return {
      email: textOf(primary['email_address']),
      emailVerified: (primary['verification'] as Fields | null)?.['status'] === 'verified',
    }
  const verified = listIn(record['verified_email_addresses'])
  const email = textOf(record['primary_email_address']) ?? verified[0]
  return { email, emailVerified: email !== undefined && verified.includes(email) }
}

const phc = (digest: string, recode: (salt: string, hash: string) => [string, string]): string => {
  const [scheme = '', iterations, salt = '', hash = ''] = digest.split('$')
  return `$${scheme.replace('_', '-')}$i=${iterations}$${recode(salt, hash).join('$')}`
}

const base64 = (text: string, encoding: BufferEncoding): string => Buffer.from(text, encoding).toString('base64')

/** The digests of each `password_hasher`: https://clerk.com/docs/reference/backend-api/tag/users/POST/users */
const digests: Record<string, (digest: string) => string> = {
  bcrypt: (digest) => digest,
  argon2i: (digest) => digest,
  argon2id: (digest) => digest,
  pbkdf2_sha256_django: (digest) => digest,
  pbkdf2_sha256: (digest) => phc(digest, (salt, hash) => [salt, hash]),
  pbkdf2_sha1: (digest) => phc(digest, (salt, hash) => [base64(salt, 'utf8'), base64(hash, 'hex')]),
  scrypt_firebase: (digest) => {
    const [hash, salt, signer, separator, rounds, memCost] = digest.split('$')
    return `$fbscrypt$v=1,n=${memCost},r=${rounds},p=1,ss=${separator},sk=${signer}$${salt}$${hash}`
  },
}

const hashOf = (record: Fields): Pick<Draft, 'passwordHash' | 'issues'> => {
  const [digest, hasher] = [textOf(record['password_digest']), textOf(record['password_hasher']) ?? 'bcrypt']
  if (!digest) return {}
  const translate = digests[hasher]
  return translate ? { passwordHash: translate(digest) } : { issues: [hashIssue(hasher)] }
}
