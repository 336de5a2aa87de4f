import { adminErrors } from './admin-errors.ts'
import { approvalErrors } from './approval-errors.ts'
import { type ErrorEntry, gameErrors } from './game-errors.ts'

/**
 * Every error of the API: code → status and message. Clients display `message`; `code` is stable, for programs.
 * Clients in the field match some messages exactly (`Unauthorized`, `App already exists`, …): do not change those.
 */
export const errors = {
  invalid_input: [400, 'The request is not valid'],
  invalid_json: [400, 'The request body is not valid JSON'],
  bad_request: [400, 'The request could not be read'],
  request_timeout: [408, 'The request took too long to arrive'],
  headers_too_large: [431, 'The headers of the request are too large'],
  body_too_large: [413, 'The request body is larger than this call takes'],
  unsupported_media_type: [415, 'Send the request body as application/json'],
  route_not_found: [404, 'There is no such route'],
  method_not_allowed: [405, 'This path does not take this method'],
  unauthorized: [401, 'Unauthorized'],
  read_secret: [403, 'This app secret may only read. This call needs a full secret of the app'],
  role_too_low: [403, 'Your role does not allow this'],
  outside_your_apps: [403, 'You look after some apps only, and this is not about one of them'],
  person_required: [403, 'This needs an admin who is signed in. A service token does not do it'],
  call_not_in_token: [403, 'This service token is not for this call'],
  service_token_expired: [401, 'This service token has expired. Create another'],
  service_token_revoked: [401, 'This service token was revoked, or its admin is gone. Create another'],
  too_many_attempts: [429, 'Too many attempts'],
  database_unavailable: [503, 'The database cannot be reached. Try again in a moment'],
  key_service_unavailable: [503, 'The key service does not answer. Try again in a moment'],
  signer_unavailable: [503, 'The signer does not answer. Try again in a moment'],
  server_busy: [503, 'The server has too much to do. Try again in a moment'],
  internal: [500, 'Something went wrong on the server'],

  ...adminErrors,
  ...approvalErrors,
  app_not_found: [404, 'App not found'],
  connection_not_found: [404, 'The app has no such OpenID connection'],
  connection_exists: [400, 'The app has an OpenID connection of this key'],
  webhook_not_found: [404, 'The app has no such webhook endpoint'],
  too_many_webhooks: [400, 'The app has as many webhook endpoints as it may. Remove one first'],
  delivery_not_found: [404, 'There is no such delivery, or it is no longer kept'],
  domain_taken: [400, 'Another OpenID connection of the app has this e-mail domain'],
  oidc_client_not_found: [404, 'The app has no such OIDC client'],
  too_many_oidc_clients: [400, 'The app has a hundred OIDC clients already. Delete one first'],
  oidc_resource_not_found: [404, 'The app has no such resource'],
  oidc_resource_exists: [400, 'The app has a resource of this address'],
  too_many_oidc_resources: [400, 'The app has fifty resources already. Delete one first'],
  no_client_secret: [400, 'This OIDC client has no secret'],
  authorization_expired: [
    400,
    'This login has expired, or another browser began it. Go back to the program that you came from and start again',
  ],
  login_again: [403, 'This program asks for a new login. Log in again'],
  connected_app_not_found: [404, 'No such program has access to this account'],
  account_not_expected: [403, 'This account may not log in here. Ask whoever runs this app'],
  app_secret_not_found: [404, 'The app has no such secret'],
  current_secret: [403, 'This is the current secret of the app. Rotate it instead'],
  secret_rotated: [409, 'This secret was rotated already. Rotate the one that replaced it'],
  too_many_secrets: [400, 'The app has ten read secrets already. Revoke one first'],
  changed_meanwhile: [409, 'Somebody else changed this meanwhile. Nothing was changed: look at it again'],
  app_exists: [400, 'App already exists'],
  user_not_found: [404, 'User not found'],
  terms_required: [403, 'Accept the terms of this app first'],
  terms_changed: [409, 'The terms have another version by now. Look at them again'],
  wallets_not_empty: [
    409,
    'A wallet of the account holds something, or a node does not answer. Send it away first, or confirm that it is lost',
  ],
  deletion_pending: [409, 'The deletion of this account was requested already'],
  no_deletion: [404, 'No deletion of this account is to come'],
  export_running: [409, 'An export of this account is under way. Try again when it is done'],
  external_id_taken: [409, 'Another user of this app has this external id'],
  external_id_conflict: [409, 'This user has another external id. Change it with an update'],
  transaction_not_found: [404, 'Transaction not found'],
  token_not_valid: [404, 'The token is not valid for this app, or its session has ended'],
  session_not_found: [404, 'Session not found'],
  login_method_disabled: [403, 'This login method is switched off for this app'],
  incorrect_login: [400, 'Incorrect username or password'],
  username_exists: [400, 'Username already exists'],
  name_mixes_scripts: [400, 'This name mixes letters of several scripts. Use letters of one of them'],
  name_reserved: [400, 'This name is reserved. Choose another'],
  name_looks_alike: [400, 'This name looks like another one that exists. Choose another'],
  incorrect_password: [400, 'Incorrect password'],
  no_password: [400, 'This account has no password'],
  user_disabled: [403, 'This account is disabled'],
  disabled_by_operator: [403, 'An operator disabled this user. Only an operator can enable it'],
  origin_not_allowed: [403, "This page's origin is not on the app's list of origins"],
  method_not_configured: [403, 'This login method lacks its settings. The operator of this app has to add them'],
  challenge_invalid: [400, 'The message to sign is unknown, used or expired. Ask for a new one'],
  challenge_required: [403, 'This app takes one-time messages only: ask for one with /user/challenge and sign that'],
  signature_invalid: [400, 'The signature does not fit the message and the address'],
  chain_unavailable: [502, 'The chain that holds this wallet cannot be asked. Try again in a moment'],
  init_data_invalid: [400, 'The Telegram data is not valid'],
  init_data_expired: [400, 'The Telegram data is too old. Close this page and open it again in Telegram'],
  init_data_used: [400, 'The account of this Telegram data is gone. Close this page and open it again in Telegram'],
  init_data_replayed: [400, 'This Telegram data was used before. Close this page and open it again in Telegram'],
  token_refused: [400, 'The login is unknown, used or expired. Log in at the provider again'],
  token_of_another_app: [400, 'This token was issued to another application'],
  account_mismatch: [400, 'The token belongs to another account than the one that is named'],
  email_not_verified: [400, 'The provider has not verified the e-mail address of this account'],
  provider_unavailable: [503, 'The login provider does not answer as it should. Try again in a moment'],
  provider_misconfigured: [
    403,
    "The provider refuses this app's own settings. The operator of this app has to correct them",
  ],
  email_code_incorrect: [400, 'The code is wrong or has expired'],
  mail_unavailable: [503, 'The e-mail could not be sent. Try again in a moment'],
  passkey_refused: [400, 'The passkey could not be verified'],
  too_many_passkeys: [400, 'This account has as many passkeys as it may have. Remove one first'],
  passkey_not_found: [404, 'Passkey not found'],
  identity_taken: [400, 'Another user of this app has this account'],
  identity_bound: [400, 'An account of this kind is bound already. Unbind it first'],
  identity_not_found: [404, 'No such account is bound'],
  last_identity: [403, 'The last way to log in cannot be removed'],
  invalid_address: [400, 'Invalid address'],
  invalid_amount: [400, 'Invalid amount'],
  insufficient_balance: [400, 'Insufficient balance'],
  token_not_supported: [400, 'This token cannot be sent'],
  blind_signing: [
    403,
    'These bytes could be a transaction of this wallet. Ask for the signature of a transaction instead',
  ],
  rpc_not_allowed: [403, "This RPC endpoint is not on the server's list"],
  transaction_refused: [400, 'The chain would refuse this transaction'],
  chain_answer_unusable: [502, 'The chain node gave no usable answer'],
  chain_timeout: [504, 'The chain node did not answer in time. Try again in a moment'],
  invalid_transaction: [400, 'This is not a transaction'],
  not_a_signer: [400, 'This transaction does not ask for the signature of this wallet'],
  fee_too_high: [400, 'The network asks for more than this server pays in fees. Try again later'],
  nonce_taken: [409, 'Another transaction of this wallet took its place. Nothing was sent'],
  policy_refused: [403, 'The rules of this app do not allow it'],
  idempotency_conflict: [409, 'This idempotency key was used for another call'],
  send_in_progress: [409, 'A call with this idempotency key is under way. Try again in a moment'],
  reauthentication_required: [
    403,
    'Confirm that it is you: log in again, or show your password or another way to log in',
  ],
  credential_not_eligible: [403, 'This way to log in does not confirm changes of the account yet. Use an older one'],
  removal_too_early: [403, 'A way to log in can be removed by itself or by an older one, or by one that is a week old'],
  account_change_not_found: [404, 'There is no such account change'],
  undo_too_late: [403, 'This change can no longer be undone'],
  undo_not_allowed: [403, 'This change can only be undone with a way to log in that is older than it'],
  login_message: [403, 'This text logs in to this app. Wallets of this app do not sign it'],
  export_disabled: [403, 'This app does not show private keys'],
  too_many_tokens: [400, 'This app lists as many tokens as it may. Remove one first'],
  impersonation_disabled: [403, 'This app does not let admins act in the name of its users. Its settings can allow it'],
  support_call_refused: [403, 'Support does not make this call in the name of a user'],
  token_not_known: [404, 'This app does not list this token'],
  dapp_not_found: [404, 'Dapp not found'],
  dapp_exists: [400, 'A dapp of this name exists'],
  game_not_found: [404, 'Game not found'],
  picture_refused: [400, 'The file is no PNG, JPEG or WebP that can be read'],
  picture_not_found: [404, 'Picture not found'],
  order_outdated: [409, 'The list has other entries by now. Nothing was changed: read it again'],
  neighbour_gone: [409, 'The entry beside which it should stand is gone. Nothing was changed: read the list again'],
  permission_not_found: [404, 'Permission not found'],
  too_many_permissions: [400, 'As many dapps as may be remembered see this wallet already. Revoke one first'],
  odyssey_code_taken: [400, 'Another user of this app has bound this Odyssey code'],
  avatar_not_found: [404, 'Avatar not found'],
  log_tail_off: [
    403,
    'This server shows no log. Set OPENAUTH_LOG_TAIL to on and restart it, or read its standard output',
  ],
  recovery_busy: [409, 'Another backup or restore of this installation is under way. Try again when it is done'],
  restore_not_found: [
    404,
    'There is no such restore here: it ended, or goes on at another server of this installation',
  ],
  restore_out_of_step: [409, 'This part of the backup does not follow the one before'],
  wrong_installation: [409, 'This server has the data of another installation than the one that was confirmed'],
  other_installation: [
    409,
    'The backup is of another installation, and this one has users. Restore it with the confirmation for that',
  ],
  backup_refused: [400, 'The backup is damaged, or is none'],
  backup_newer: [409, 'A newer release wrote this backup. Update the server first'],
  backup_keys_missing: [409, 'The server lacks the keys with which the data of this backup are sealed'],
  restore_blocked: [409, 'The data cannot be replaced'],
  restore_aborted: [409, 'The restore was stopped. The data are unchanged'],

  job_not_found: [404, 'There is no such failed job'],
  kek_not_found: [404, 'There is no such key-encryption key'],
  kek_in_use: [409, 'The key-encryption key is in use'],
  keyring_busy: [409, 'Another change of the keyring is under way. Try again in a moment'],
  keyring_unwritable: [403, 'The keyring cannot be written'],
  rotation_elsewhere: [400, 'The keys are in a key service: make a new one there, and then rewrap'],

  referrer_not_found: [404, 'Referrer not found'],
  ...gameErrors,
  own_referrer: [403, 'Cannot set yourself as referrer'],
  referral_loop: [403, 'Cannot set a user that you invited as referrer'],
  legacy_import_off: [403, 'The server has no legacy wallet salt; set OPENAUTH_LEGACY_SALT_FILE'],
  hash_not_supported: [400, 'The password hash is not supported, or costs more than allowed'],
  import_running: [409, 'Another import into this app is under way. Try again when it is done'],
  import_conflict: [400, 'An imported user collides with one that exists'],
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors

/** Why a new name of a user, admin or app is refused, beside being taken. */
export const newNameErrors = [
  'name_mixes_scripts',
  'name_reserved',
  'name_looks_alike',
] as const satisfies readonly ErrorCode[]

/** One problem of an input: its path (`redirectOrigins.0`) and a message. */
export interface InputIssue {
  path: string
  message: string
}

/** A request that waits for the approval of another admin. */
export interface PendingApproval {
  id: string
  /** When it ends without a decision. Milliseconds since the epoch. */
  expiresAt: number
  /** Whether its requester has to collect the answer after the approval. */
  collected: boolean
}

/** The body of every answer with a status of 400 or above. */
export interface ErrorBody {
  message: string
  code?: string
  requestId?: string
  issues?: InputIssue[]
  /** Of `approval_required`: the request that waits for another admin. */
  approval?: PendingApproval
}
