import {
  accountOf,
  type Draft,
  type Fields,
  fieldsOf,
  type Format,
  hashIssue,
  isTrue,
  joined,
  jsonOf,
  listOf,
  textOf,
  timeOf,
} from './format.ts'

/**
 * Keycloak's `kc.sh export`: `users` of a realm, in one file (`--users realm_file`) or several (`different_files`).
 * https://www.keycloak.org/server/importExport, https://www.keycloak.org/docs-api/latest/rest-api/index.html#UserRepresentation
 */
export const keycloak: Format = {
  name: 'keycloak',
  fits: (record) => 'createdTimestamp' in record || 'federatedIdentities' in record || 'requiredActions' in record,
  map: (record) => ({
    id: textOf(record['id']),
    email: textOf(record['email']),
    emailVerified: isTrue(record['emailVerified']),
    username: nameOf(record),
    accounts: listOf(record['federatedIdentities']).flatMap(({ identityProvider, userId, userName }) =>
      accountOf(identityProvider, userId, userName),
    ),
    displayName: joined(record['firstName'], record['lastName']),
    createdAt: timeOf(record['createdTimestamp']),
    disabled: record['enabled'] === false,
    ...hashOf(listOf(record['credentials']).find(({ type }) => type === 'password')),
  }),
}

/** A realm with `registrationEmailAsUsername` repeats the address as name. */
const nameOf = ({ username, email }: Fields): string | undefined =>
  textOf(username)?.toLowerCase() === textOf(email)?.toLowerCase() ? undefined : textOf(username)

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

/** `credentialData` has the algorithm and its parameters, `secretData` the salt and the hash, both as JSON in text. */
const hashOf = (credential: Fields | undefined): Pick<Draft, 'passwordHash' | 'issues'> => {
  if (!credential) return {}
  const data = fieldsOf(jsonOf(credential['credentialData']))
  const secret = fieldsOf(jsonOf(credential['secretData']))
  const [value, salt] = [textOf(secret['value']), textOf(secret['salt'])]
  const algorithm = textOf(data['algorithm']) ?? ''
  if (!value || !salt) return {}
  const iterations = String(data['hashIterations'])
  if (/^pbkdf2(-sha(1|256|512))?$/.test(algorithm))
    return { passwordHash: `$${algorithm}$i=${iterations}$${salt}$${value}` }
  if (algorithm !== 'argon2') return { issues: [hashIssue(algorithm)] }
  const { type, memory, parallelism, version } = fieldsOf(data['additionalParameters'])
  if (textOf(firstOf(version)) !== '1.3') return { issues: [hashIssue('argon2 of an older version')] }
  const plain = (text: string) => text.replace(/=+$/, '')
  const cost = `m=${String(firstOf(memory))},t=${iterations},p=${String(firstOf(parallelism))}`
  return { passwordHash: `$argon2${String(firstOf(type))}$v=19$${cost}$${plain(salt)}$${plain(value)}` }
}
