import type { Approval, ApprovalState, FourEyesKind } from '@openauth/client'
import type { Tone } from '@openauth/ui/badge'
import type { MessageId, Translate } from '../../i18n/i18n.ts'

export const stateTones: Record<ApprovalState, Tone> = {
  pending: 'warning',
  approved: 'info',
  run: 'success',
  refused: 'danger',
  withdrawn: 'neutral',
  expired: 'neutral',
  failed: 'danger',
}

export const stateTitles: Record<ApprovalState, MessageId> = {
  pending: 'approvals.state_pending',
  approved: 'approvals.state_approved',
  run: 'approvals.state_run',
  refused: 'approvals.state_refused',
  withdrawn: 'approvals.state_withdrawn',
  expired: 'approvals.state_expired',
  failed: 'approvals.state_failed',
}

export const kindTitles: Record<FourEyesKind, MessageId> = {
  policies: 'approvals.kind_policies',
  treasury: 'approvals.kind_treasury',
  keyExport: 'approvals.kind_keyExport',
  secrets: 'approvals.kind_secrets',
  logins: 'approvals.kind_logins',
}

const callTitles: Readonly<Record<string, MessageId>> = {
  'walletPolicies.update': 'approvals.call_policy',
  'walletPolicies.updateOfUser': 'approvals.call_policyOfUser',
  'apps.update': 'approvals.call_app',
  'apps.secret': 'approvals.call_secret',
  'apps.rotateSecret': 'approvals.call_rotateSecret',
  'appSecrets.create': 'approvals.call_readSecret',
  'appSecrets.rotate': 'approvals.call_rotateSecret',
  'webhooks.create': 'approvals.call_webhook',
  'webhooks.secret': 'approvals.call_webhookSecret',
  'webhooks.rotate': 'approvals.call_webhookRotate',
  'gameTasks.secret': 'approvals.call_taskSecret',
  'gameTasks.rotateSecret': 'approvals.call_taskRotate',
  'oidcClients.create': 'approvals.call_oidcClient',
  'oidcClients.rotateSecret': 'approvals.call_oidcRotate',
  'oidcConnections.create': 'approvals.call_connection',
  'oidcConnections.update': 'approvals.call_connectionChange',
  'gameRules.update': 'approvals.call_rules',
  'gamePlayers.adjust': 'approvals.call_rings',
  'treasury.resume': 'approvals.call_resume',
  'adminInvitations.create': 'approvals.call_invite',
  'adminInvitations.resend': 'approvals.call_inviteAgain',
  'admins.create': 'approvals.call_admin',
  'admins.update': 'approvals.call_adminChange',
  'secondFactor.reset': 'approvals.call_factor',
  'fourEyes.update': 'approvals.call_setting',
  'recovery.restore': 'approvals.call_restore',
}

/** What was asked for. A call of a newer server stands for itself. */
export const callTitle = ({ call }: Pick<Approval, 'call'>, t: Translate): string =>
  Object.hasOwn(callTitles, call) ? t(callTitles[call]!) : call

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** A value as people read it: entries of a list apart, fields with their names. */
const plainText = (value: unknown, t: Translate): string => {
  if (value === null) return '—'
  if (typeof value === 'boolean') return t(value ? 'appSettings.on' : 'appSettings.off')
  if (Array.isArray(value))
    return value.map((item) => plainText(item, t)).join(value.every(isScalar) ? ', ' : '\n') || '—'
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, field]) => `${name}: ${plainText(field, t)}`)
      .join(', ')
  return String(value as string | number)
}

/** A value of a change, which is JSON, as text. */
export const valueText = (json: string | null, t: Translate): string =>
  plainText(json === null ? null : JSON.parse(json), t)
