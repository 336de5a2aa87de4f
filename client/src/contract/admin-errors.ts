import type { ErrorEntry } from './game-errors.ts'

/** Errors of the calls of admins about themselves and each other, a part of `errors`. */
export const adminErrors = {
  already_initialized: [403, 'Already initialized'],
  setup_refused: [
    403,
    'The first admin is made on this machine or at the public address of this server (OPENAUTH_PUBLIC_URL), not from a page elsewhere',
  ],
  setup_code_required: [
    403,
    'Setting up from another machine needs the set-up code. The server prints it when it starts and keeps it in its data folder (setup-code)',
  ],
  console_refused: [
    403,
    'The console is answered to its own page only, at https:// or on the machine of the server, in a browser of 2023 or newer',
  ],
  invalid_admin_login: [401, 'Invalid username or password'],
  too_many_device_logins: [
    503,
    'Too many devices wait for an approval. Try again in some minutes, or log in by password',
  ],
  authorization_pending: [400, 'The login of this device is not approved yet'],
  slow_down: [400, 'The device asks too often. Wait 5 seconds longer between calls'],
  access_denied: [403, 'The login of this device was denied'],
  expired_token: [400, 'The code is unknown, used or expired, or the session that approved it has ended. Start again'],
  device_login_not_found: [404, 'No device waits for approval of this code. It may be mistyped, used or expired'],
  fresh_login_required: [403, 'Your session is too old to approve a device. Give your password'],
  second_factor_required: [401, 'Enter the code of your authenticator or a recovery code, or use a passkey'],
  incorrect_code: [400, 'The code is wrong, was used before, or is no longer shown. Enter the next one'],
  second_factor_exists: [409, 'An authenticator is set up already. Remove it first'],
  second_factor_not_begun: [409, 'No authenticator waits for a code. Begin again'],
  second_factor_not_set_up: [409, 'No second factor is set up'],
  passkey_needs_console: [
    403,
    'Passkeys of admins work on the console in a browser, opened by the name of a host and not by an IP address',
  ],
  password_login_required: [
    403,
    'Your session began by a code, which sets no password of another admin. Log in with your password',
  ],
  service_token_not_found: [404, 'There is no such service token, or it has ended'],
  too_many_service_tokens: [400, 'You have as many service tokens as an admin may have. Revoke one first'],
  admin_not_found: [404, 'Admin not found'],
  admin_exists: [400, 'Admin already exists'],
  invitation_not_found: [404, 'There is no such invitation. It may be accepted, revoked or expired'],
  invitation_exists: [409, 'This address is invited already. Send that invitation again, or revoke it'],
  invitation_invalid: [
    400,
    'The invitation is unknown, used, revoked or expired. Ask the owner who invited you for a new one',
  ],
  invitation_needs_console: [
    409,
    'The link of an invitation opens the console, which this server does not serve (OPENAUTH_CONSOLE)',
  ],
  last_admin: [403, 'The last admin cannot be deleted'],
  last_owner: [403, 'The last owner stays one. Make another admin an owner first'],
  owner_has_all_apps: [400, 'An owner looks after all apps'],
} as const satisfies Record<string, ErrorEntry>
