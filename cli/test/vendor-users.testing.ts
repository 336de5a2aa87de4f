// Users as the documents of other systems write them; see vendor-exports.testing.ts.
export const bcryptHash = '$2y$04$mUwUTLejwoqm7wRxq8eUPuAS3h1tbZshXVHlLvOw215Sbhq.mpGTy'

/** https://github.com/firebase/scrypt */
export const hashConfig = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}
`
export const firebaseHash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='
export const firebaseSalt = '42xEC+ixf3L2lw=='

export const lines = (...rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n')
export const uuid = (index: number) => `9f6e2b1c-0000-4000-8000-${String(index).padStart(12, '0')}`
export const csvOf = (...rows: string[][]) =>
  rows
    .map((row) => row.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\r\n')

export const auth0Users = [
  {
    user_id: 'auth0|5f7c8ec7c33c6c004bbafe82',
    email: 'auth0-1@example.com',
    email_verified: true,
    name: 'User 1',
    nickname: 'user1',
    picture: 'https://pictures.example/1.png',
    created_at: '2020-01-02T03:04:05.678Z',
    last_login: '2021-01-02T03:04:05.678Z',
    blocked: true,
    custom_password_hash: {
      algorithm: 'pbkdf2',
      hash: {
        value: '$pbkdf2-sha256$i=1000,l=32$CIEQQojxXss5J+QcYyxlTA$64wESmZbqGMjVKAMbRkqHlPVtnzplxqETkZIobEL4tY',
        encoding: 'utf8',
      },
    },
  },
  {
    user_id: 'google-oauth2|1002',
    email: 'auth0-2@example.com',
    email_verified: false,
    identities: [{ provider: 'google-oauth2', user_id: '1002', connection: 'google-oauth2', isSocial: true }],
  },
]

export const firebaseUsers = {
  users: [
    {
      localId: 'firebase-1',
      email: 'firebase-1@example.com',
      emailVerified: true,
      passwordHash: firebaseHash,
      salt: firebaseSalt,
      displayName: 'User 1',
      photoUrl: 'https://pictures.example/1.png',
      lastSignedInAt: '1609556645678',
      createdAt: '1577934245678',
      disabled: true,
      providerUserInfo: [],
    },
    {
      localId: 'firebase-2',
      emailVerified: false,
      createdAt: '1577934245678',
      providerUserInfo: [{ providerId: 'google.com', rawId: '2002', email: 'firebase-2@example.com' }],
    },
  ],
}

export const clerkColumns =
  'id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher,created_at'
export const clerkRow = (given: Record<string, string>) => clerkColumns.split(',').map((column) => given[column] ?? '')

export const supabaseColumns = [
  'instance_id',
  'id',
  'aud',
  'role',
  'email',
  'encrypted_password',
  'email_confirmed_at',
  'last_sign_in_at',
  'raw_app_meta_data',
  'raw_user_meta_data',
  'created_at',
  'banned_until',
]
export const supabaseRow = (given: Record<string, string>) => supabaseColumns.map((column) => given[column] ?? '')

export const keycloakRealm = {
  realm: 'example',
  enabled: true,
  users: [
    {
      id: uuid(51),
      createdTimestamp: 1_577_934_245_678,
      username: 'keycloak-one',
      enabled: false,
      emailVerified: true,
      firstName: 'User',
      lastName: '1',
      email: 'keycloak-1@example.com',
      credentials: [
        {
          type: 'password',
          createdDate: 1_577_934_245_678,
          secretData: '{"value":"64wESmZbqGMjVKAMbRkqHlPVtnzplxqETkZIobEL4tY=","salt":"CIEQQojxXss5J+QcYyxlTA=="}',
          credentialData: '{"hashIterations":1000,"algorithm":"pbkdf2-sha256","additionalParameters":{}}',
        },
      ],
      requiredActions: [],
    },
    {
      id: uuid(52),
      createdTimestamp: 1_577_934_245_678,
      username: 'keycloak-2@example.com',
      email: 'keycloak-2@example.com',
      emailVerified: true,
      enabled: true,
      federatedIdentities: [{ identityProvider: 'github', userId: '5002', userName: 'user-2' }],
    },
  ],
}

export const cognitoUser = (index: number, more: object, attributes: Record<string, string>) => ({
  Username: uuid(index),
  Attributes: Object.entries({ sub: uuid(index), ...attributes }).map(([Name, Value]) => ({ Name, Value })),
  UserCreateDate: '2020-01-02T03:04:05.678000+00:00',
  UserLastModifiedDate: '2021-01-02T03:04:05.678000+00:00',
  Enabled: true,
  UserStatus: 'CONFIRMED',
  ...more,
})
