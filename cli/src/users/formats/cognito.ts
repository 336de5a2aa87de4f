import { accountOf, type Fields, type Format, isTrue, joined, jsonOf, listOf, textOf, timeOf } from './format.ts'

/**
 * Amazon Cognito's users: `aws cognito-idp list-users` (JSON), and CSV with the columns of its user import. Cognito gives hashes
 * of passwords to nobody.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UserType.html
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-using-import-tool-csv-header.html
 */
export const cognito: Format = {
  name: 'cognito',
  fits: (record) => 'cognito:username' in record || ('Username' in record && 'Attributes' in record),
  map: (record) => {
    const attributes = attributesOf(record)
    const name = textOf(record['Username'] ?? record['cognito:username'])
    const sub = textOf(attributes['sub'])
    return {
      id: sub ?? name,
      email: textOf(attributes['email']),
      emailVerified: isTrue(attributes['email_verified']),
      username: ownName(name, sub, textOf(attributes['email'])) ?? textOf(attributes['preferred_username']),
      accounts: listOf(jsonOf(attributes['identities'])).flatMap(({ providerName, userId }) =>
        accountOf(providerName, userId, attributes['email']),
      ),
      displayName: textOf(attributes['name']) ?? joined(attributes['given_name'], attributes['family_name']),
      avatar: textOf(attributes['picture']),
      createdAt: secondsOr(record['UserCreateDate']),
      lastSeenAt: secondsOr(record['UserLastModifiedDate']),
      disabled: record['Enabled'] === false,
    }
  },
}

const attributesOf = (record: Fields): Fields =>
  'Attributes' in record
    ? Object.fromEntries(listOf(record['Attributes']).map(({ Name, Value }) => [String(Name), Value]))
    : record

/** Pools in which people log in by address name users by their id; those of providers have the provider's name in it. */
const ownName = (name: string | undefined, sub: string | undefined, email: string | undefined): string | undefined =>
  name === undefined ||
  name === sub ||
  name === email ||
  /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name) ||
  /^(Google|SignInWithApple|Facebook|LoginWithAmazon)_/i.test(name)
    ? undefined
    : name

/** The AWS CLI prints ISO 8601; its first version, and the API itself, print seconds. */
const secondsOr = (value: unknown) => {
  const text = textOf(value)
  return text !== undefined && /^\d{1,11}(\.\d+)?$/.test(text) ? Math.round(Number(text) * 1000) : timeOf(value)
}
