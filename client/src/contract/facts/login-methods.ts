/** What a test of a login method found. `ok` is the only one without a fault. */
export const methodTestCodes = [
  ...(['ok', 'not_configured', 'unreachable', 'unexpected_answer', 'clock'] as const),
  ...(['wrong_client_id', 'wrong_secret', 'wrong_client', 'client_not_allowed', 'redirect_not_registered'] as const),
  ...(['key_unreadable', 'wrong_bot_token', 'insecure_origin'] as const),
  ...(['no_mail_server', 'smtp_unreachable', 'smtp_tls', 'smtp_authentication'] as const),
  ...(['sender_refused', 'recipient_refused', 'mail_refused'] as const),
] as const
export type MethodTestCode = (typeof methodTestCodes)[number]
