export const accountChangeKinds = [
  'bind',
  'unbind',
  'passkey_add',
  'passkey_remove',
  'password_change',
  'key_export',
  'data_export',
  'deletion_request',
  'deletion_cancel',
  'support_access',
] as const
export type AccountChangeKind = (typeof accountChangeKinds)[number]
