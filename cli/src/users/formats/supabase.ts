import { accountOf, type Fields, fieldsOf, type Format, instantOf, jsonOf, listOf, textOf, timeOf } from './format.ts'

/**
 * Supabase's users: the table `auth.users` as CSV or JSON, with `auth.identities` in a column `identities` where it was joined,
 * and the list of its Auth admin API, which has no hashes.
 * https://supabase.com/docs/guides/auth/managing-user-data#exporting-users
 * https://supabase.com/docs/reference/javascript/auth-admin-listusers
 */
export const supabase: Format = {
  name: 'supabase',
  fits: (record) =>
    'encrypted_password' in record || 'raw_user_meta_data' in record || ('app_metadata' in record && 'aud' in record),
  map: (record) => {
    const profile = fieldsOf(jsonOf(record['raw_user_meta_data'] ?? record['user_metadata']))
    return {
      id: textOf(record['id']),
      email: textOf(record['email']),
      emailVerified: textOf(record['email_confirmed_at'] ?? record['confirmed_at']) !== undefined,
      accounts: accountsOf(record, profile),
      displayName: textOf(profile['full_name']) ?? textOf(profile['name']) ?? textOf(profile['user_name']),
      avatar: textOf(profile['avatar_url']) ?? textOf(profile['picture']),
      createdAt: timeOf(record['created_at']),
      lastSeenAt: timeOf(record['last_sign_in_at']),
      disabled: isAhead(record['banned_until']) || textOf(record['deleted_at']) !== undefined,
      passwordHash: textOf(record['encrypted_password']),
    }
  },
}

/** Whether a time is in the future; one that is not understood, such as `infinity`, counts as such. */
const isAhead = (value: unknown): boolean => textOf(value) !== undefined && (instantOf(value) ?? Infinity) > Date.now()

/** Without `auth.identities`, the profile of a user of one provider has that provider's id of the account. */
const accountsOf = (record: Fields, profile: Fields) => {
  const identities = listOf(jsonOf(record['identities']))
  if (identities.length > 0)
    return identities.flatMap(({ provider, provider_id, id, identity_data }) => {
      const data = fieldsOf(jsonOf(identity_data))
      return accountOf(provider, provider_id ?? data['sub'] ?? id, data['email'] ?? data['user_name'])
    })
  const { provider } = fieldsOf(jsonOf(record['raw_app_meta_data'] ?? record['app_metadata']))
  return accountOf(provider, profile['provider_id'] ?? profile['sub'], record['email'])
}
