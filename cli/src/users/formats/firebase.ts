import { failed } from '../../failure.ts'
import {
  accountOf,
  type FirebaseHashConfig,
  type Format,
  type Fields,
  isTrue,
  listOf,
  type MapOptions,
  textOf,
  timeOf,
  hashIssue,
  type Draft,
} from './format.ts'

/**
 * `firebase auth:export`, as JSON (`{"users": […]}`) and as CSV. Its hashes need the project's parameters (`hash_config`).
 * https://firebase.google.com/docs/cli/auth
 */
export const firebase: Format = {
  name: 'firebase',
  fits: (record) => 'localId' in record,
  map: (record, options) => ({
    id: textOf(record['localId']),
    email: textOf(record['email']),
    emailVerified: isTrue(record['emailVerified']),
    accounts: accountsOf(record),
    displayName: textOf(record['displayName']),
    avatar: textOf(record['photoUrl']),
    createdAt: timeOf(record['createdAt']),
    lastSeenAt: timeOf(record['lastSignedInAt']),
    disabled: isTrue(record['disabled']),
    ...hashOf(record, options),
  }),
}

const accountsOf = (record: Fields) => [
  ...listOf(record['providerUserInfo']).flatMap(({ providerId, rawId, email, displayName }) =>
    accountOf(providerId, rawId, email ?? displayName),
  ),
  ...['google', 'twitter', 'github'].flatMap((provider) =>
    accountOf(provider, record[`${provider}Id`], textOf(record[`${provider}Email`]) ?? record[`${provider}Name`]),
  ),
]

const hashOf = (record: Fields, { hashConfig }: MapOptions): Pick<Draft, 'passwordHash' | 'issues'> => {
  const [hash, salt] = [textOf(record['passwordHash']), textOf(record['salt'])]
  if (!hash) return {}
  if (!hashConfig)
    return { issues: [hashIssue("Firebase's; give the project's parameters with --hash-config: without them it")] }
  const { memCost, rounds, saltSeparator, signerKey } = hashConfig
  return {
    passwordHash: `$fbscrypt$v=1,n=${memCost},r=${rounds},p=1,ss=${saltSeparator},sk=${signerKey}$${salt ?? ''}$${hash}`,
  }
}

/**
 * Reads `hash_config` as the console shows it (Authentication, Users, the menu above the list, Password hash parameters), or as
 * JSON with the same names. Throws where a parameter is missing.
 */
export const readHashConfig = (text: string): FirebaseHashConfig => {
  const find = (name: string): string => {
    const found = new RegExp(`"?${name}"?\\s*[:=]\\s*"?([^\\s",}]+)`).exec(text)?.[1]
    if (found === undefined)
      throw failed(`The hash config has no ${name}. Copy it whole, as Firebase's console shows it`)
    return found
  }
  if (find('algorithm') !== 'SCRYPT') throw failed('The hash config is of another algorithm than SCRYPT')
  return {
    signerKey: find('base64_signer_key'),
    saltSeparator: find('base64_salt_separator'),
    rounds: Number(find('rounds')),
    memCost: Number(find('mem_cost')),
  }
}
