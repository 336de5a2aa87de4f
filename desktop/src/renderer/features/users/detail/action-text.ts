import type { MessageId, Translate } from '../../../i18n/i18n.ts'

/** What audited actions about a user are called. */
const titles: Partial<Record<string, MessageId>> = {
  'user.bind': 'users.didBind',
  'user.unbind': 'users.didUnbind',
  'user.passkey-add': 'users.didPasskeyAdd',
  'user.passkey-remove': 'users.didPasskeyRemove',
  'user.password-change': 'users.didPasswordChange',
  'user.password-set': 'users.didPasswordChange',
  'user.export': 'users.didExport',
  'user.login-code-send': 'users.didSendCode',
  'user.key-export': 'users.didKeyExport',
  'user.change-undo': 'users.didChangeUndo',
  'user.session-revoke': 'users.didSessionRevoke',
  'user.end_sessions': 'users.didEndSessions',
  'user.disable': 'users.didDisable',
  'user.enable': 'users.didEnable',
  'user.update': 'users.didUpdate',
  'user.bind-referrer': 'users.didBindReferrer',
  'user.bind-odyssey': 'users.didBindOdyssey',
  'user.dapp-permission-grant': 'users.didPermitDapp',
  'user.dapp-permission-revoke': 'users.didRevokeDapp',
  'wallet-policy.update': 'users.didChangePolicy',
  'wallet.sign-for-app': 'users.didSignForApp',
}

/** What an audited action is called; the action itself where this page does not know it. */
export const actionText = (action: string, t: Translate): string => {
  const title = Object.hasOwn(titles, action) ? titles[action] : undefined
  return title ? t(title) : action
}
