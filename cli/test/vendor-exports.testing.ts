import {
  auth0Users,
  bcryptHash,
  clerkColumns,
  clerkRow,
  cognitoUser,
  csvOf,
  firebaseHash,
  firebaseSalt,
  firebaseUsers,
  hashConfig,
  keycloakRealm,
  lines,
  supabaseColumns,
  supabaseRow,
  uuid,
} from './vendor-users.testing.ts'

/**
 * Exports of other systems with the fields that their documents name, each of two users: the first with a password that is
 * known, the second without one. The modules of `src/users/formats` name the documents.
 */
export interface VendorExport {
  name: string
  format: string
  text: string
  /** What the import needs beside the file. */
  options?: string[]
  /** The text of a file that an option names by `{file}`. */
  file?: string
  password?: string
  /** The first user, as the server has it afterwards. */
  first: Record<string, unknown>
  /** The ways to log in of the second user. */
  second: Record<string, unknown>
}

const createdAt = 1_577_934_245_678
const lastSeenAt = 1_609_556_645_678

export const vendorExports: VendorExport[] = [
  {
    name: 'Auth0, users as its bulk export writes them (NDJSON)',
    format: 'auth0',
    text: lines(...auth0Users),
    password: 'correct horse battery',
    first: {
      externalId: 'auth0|5f7c8ec7c33c6c004bbafe82',
      displayName: 'User 1',
      disabled: true,
      createdAt,
      lastSeenAt,
    },
    second: { email: null, google: '1002' },
  },
  {
    name: 'Auth0, the array of its bulk import',
    format: 'auth0',
    text: JSON.stringify(auth0Users, null, 2),
    password: 'correct horse battery',
    first: { email: 'auth0-1@example.com', avatar: 'https://pictures.example/1.png' },
    second: { email: null, google: '1002' },
  },
  {
    name: 'Firebase as JSON',
    format: 'firebase',
    text: JSON.stringify(firebaseUsers, null, 2),
    options: ['--hash-config', '{file}'],
    file: hashConfig,
    password: 'user1password',
    first: { externalId: 'firebase-1', email: 'firebase-1@example.com', disabled: true, createdAt, lastSeenAt },
    second: { externalId: 'firebase-2', email: null, google: 'firebase-2@example.com' },
  },
  {
    name: 'Firebase as CSV, without header and with quotes that are not doubled',
    format: 'firebase',
    text: [
      `firebase-1,firebase-1@example.com,true,${firebaseHash},${firebaseSalt},User "One",https://pictures.example/1.png,,,,,,,,,,,,,,,,,1577934245678,1609556645678,,true,,`,
      `firebase-2,,false,,,,,2002,firebase-2@example.com,User 2,,,,,,,,,,,,,,1577934245678,,,false,"{""admin"":true}",`,
      '',
    ].join('\n'),
    options: ['--hash-config', '{file}'],
    file: hashConfig,
    password: 'user1password',
    first: { externalId: 'firebase-1', displayName: 'User "One"', disabled: true, createdAt, lastSeenAt },
    second: { externalId: 'firebase-2', email: null, google: 'firebase-2@example.com' },
  },
  {
    name: "Clerk, its dashboard's CSV",
    format: 'clerk',
    text: csvOf(
      clerkColumns.split(','),
      clerkRow({
        id: 'user_2x1',
        first_name: 'User',
        last_name: '1, the first',
        primary_email_address: 'clerk-1@example.com',
        verified_email_addresses: 'clerk-1@example.com|clerk-other@example.com',
        password_digest: 'pbkdf2_sha256$1000$somesalt$K5SAHVwQoz0J3yvOytAOiRUeGU14G3lS2KOx1HL3NxA=',
        password_hasher: 'pbkdf2_sha256_django',
        created_at: '2020-01-02T03:04:05.678Z',
      }),
      clerkRow({ id: 'user_2x2', username: 'clerk-two', primary_email_address: 'clerk-2@example.com' }),
    ),
    password: 'correct horse battery',
    first: { externalId: 'user_2x1', email: 'clerk-1@example.com', displayName: 'User 1, the first', createdAt },
    second: { externalId: 'user_2x2', email: null, username: 'clerk-two' },
  },
  {
    name: 'Supabase, auth.users as CSV',
    format: 'supabase',
    text: csvOf(
      supabaseColumns,
      supabaseRow({
        id: uuid(41),
        aud: 'authenticated',
        email: 'supabase-1@example.com',
        encrypted_password: bcryptHash,
        email_confirmed_at: '2020-01-02 03:04:05.678+00',
        created_at: '2020-01-02 03:04:05.678+00',
        last_sign_in_at: '2021-01-02 03:04:05.678+00',
        raw_app_meta_data: '{"provider": "email", "providers": ["email"]}',
        raw_user_meta_data: '{"full_name": "User 1", "avatar_url": "https://pictures.example/1.png"}',
        banned_until: '2999-01-01 00:00:00+00',
      }),
      supabaseRow({
        id: uuid(42),
        email: 'supabase-2@example.com',
        raw_app_meta_data: '{"provider": "github", "providers": ["github"]}',
        raw_user_meta_data: '{"provider_id": "4002", "user_name": "user-2"}',
      }),
    ),
    password: 'correct horse battery',
    first: { id: uuid(41), externalId: null, displayName: 'User 1', disabled: true, createdAt, lastSeenAt },
    second: { id: uuid(42), email: null, github: '4002' },
  },
  {
    name: 'Keycloak, a realm with its users',
    format: 'keycloak',
    text: JSON.stringify(keycloakRealm, null, 2),
    password: 'correct horse battery',
    first: { id: uuid(51), username: 'keycloak-one', email: 'keycloak-1@example.com', disabled: true, createdAt },
    second: { id: uuid(52), username: null, github: '5002' },
  },
  {
    name: 'Cognito, list-users',
    format: 'cognito',
    text: JSON.stringify({
      Users: [
        cognitoUser(61, { Enabled: false }, { email: 'cognito-1@example.com', email_verified: 'true', name: 'User 1' }),
        cognitoUser(62, { Username: 'cognito-two' }, { email: 'cognito-2@example.com', email_verified: 'false' }),
      ],
    }),
    first: {
      id: uuid(61),
      email: 'cognito-1@example.com',
      displayName: 'User 1',
      disabled: true,
      createdAt,
      lastSeenAt,
    },
    second: { id: uuid(62), email: null, username: 'cognito-two' },
  },
  {
    name: "Cognito, CSV with its import's columns",
    format: 'cognito',
    text: csvOf(
      ['cognito:username', 'name', 'email', 'email_verified', 'picture', 'cognito:mfa_enabled', 'updated_at'],
      ['cognito-one', 'User 1', 'cognito-1@example.com', 'TRUE', '', 'FALSE', ''],
      ['cognito-two', '', 'cognito-2@example.com', 'FALSE', '', 'FALSE', ''],
    ),
    first: {
      externalId: 'cognito-one',
      username: 'cognito-one',
      email: 'cognito-1@example.com',
      displayName: 'User 1',
    },
    second: { externalId: 'cognito-two', email: null, username: 'cognito-two' },
  },
]
