import { type AuditField, type LoginMethod, methodFields, switchOf } from '@openauth/client'
import '../../i18n/connection-words.ts'
import type { MessageId, Translate } from '../../i18n/i18n.ts'
import { methodTitle } from '../../lib/login-methods.ts'
import { settingLabels as appSettingLabels } from '../apps/settings/labels.ts'
import { type SettingName, settingLabel as methodSettingLabel } from '../login-methods/field-labels.ts'
import { allTitles as clientTitles, fieldTitles as clientFieldTitles } from '../oidc-clients/field-titles.ts'
import {
  allTitles as connectionTitles,
  fieldTitles as connectionFieldTitles,
} from '../oidc-connections/field-titles.ts'
import { policyTitles } from '../policies/rule-text.ts'
import { detailText } from './events.ts'

type MethodSwitch = (typeof switchOf)[LoginMethod]
/** Fields whose labels name their login method too. */
type OfMethod = MethodSwitch | SettingName

/** What the console calls the details of audit events. */
const labels: Record<Exclude<AuditField, OfMethod>, MessageId> = {
  ...appSettingLabels,
  ...policyTitles,
  ...connectionFieldTitles,
  ...clientFieldTitles,
  authentication: 'audit.field_authentication',
  subjects: 'audit.field_subjects',
  brand: 'audit.field_brand',
  role: 'admins.role',
  apps: 'admins.apps',
  username: 'session.username',
  password: 'session.password',
  url: 'content.link',
  link: 'content.link',
  order: 'audit.field_order',
  follows: 'audit.field_follows',
  borderColor: 'content.borderColor',
  bgColor: 'content.bgColor',
  bgImgUrl: 'content.bgImgUrl',
  added: 'audit.field_added',
  approvalId: 'audit.field_approvalId',
  approvedBy: 'audit.field_approvedBy',
  kinds: 'audit.field_kinds',
  current: 'audit.field_current',
  standby: 'audit.field_standby',
  bytes: 'audit.field_bytes',
  call: 'audit.field_call',
  calls: 'audit.field_calls',
  change: 'audit.field_change',
  code: 'audit.field_code',
  created: 'audit.field_created',
  deviceAddress: 'audit.field_deviceAddress',
  deviceName: 'audit.field_deviceName',
  existing: 'audit.field_existing',
  disabledBy: 'audit.field_disabledBy',
  display: 'audit.field_display',
  done: 'audit.field_done',
  left: 'audit.field_left',
  failed: 'audit.field_failed',
  ended: 'audit.field_ended',
  expiresAt: 'audit.field_expiresAt',
  externalId: 'audit.field_externalId',
  from: 'audit.field_from',
  given: 'audit.field_given',
  kind: 'audit.field_kind',
  method: 'audit.field_method',
  network: 'audit.field_network',
  events: 'audit.field_events',
  orderedByUser: 'audit.field_orderedByUser',
  replayed: 'audit.field_replayed',
  status: 'audit.field_status',
  origin: 'audit.field_origin',
  to: 'audit.field_to',
  overlapSeconds: 'audit.field_overlapSeconds',
  replacedBy: 'audit.field_replacedBy',
  referrerId: 'audit.field_referrerId',
  secretId: 'audit.field_secretId',
  claimId: 'audit.field_claimId',
  sessionId: 'audit.field_sessionId',
  taps: 'audit.field_taps',
  energy: 'audit.field_energy',
  boosts: 'audit.field_boosts',
  daily: 'audit.field_daily',
  freeBoosts: 'audit.field_freeBoosts',
  referral: 'audit.field_referral',
  claims: 'audit.field_claims',
  squads: 'audit.field_squads',
  payouts: 'audit.field_payouts',
  antiCheat: 'audit.field_antiCheat',
  tapLimit: 'audit.field_tapLimit',
  enabled: 'audit.field_enabled',
  levels: 'audit.field_levels',
  leagues: 'audit.field_leagues',
  reason: 'audit.field_reason',
  rings: 'audit.field_rings',
  title: 'audit.field_title',
  translations: 'audit.field_translations',
  iconUrl: 'audit.field_iconUrl',
  reward: 'audit.field_reward',
  check: 'audit.field_check',
  codes: 'audit.field_codes',
  startsAt: 'audit.field_startsAt',
  endsAt: 'audit.field_endsAt',
  maxCompletions: 'audit.field_maxCompletions',
  minLevel: 'audit.field_minLevel',
  minLeague: 'audit.field_minLeague',
  spends: 'audit.field_spends',
  symbol: 'audit.field_symbol',
  tokenName: 'audit.field_tokenName',
  transactionId: 'audit.field_transactionId',
}

const isLabelled = (name: string): name is keyof typeof labels => Object.hasOwn(labels, name)

const methods = Object.keys(switchOf) as LoginMethod[]

/** What a switch or a setting of a login method is called, with the method: "Google: Client ID". */
const methodLabel = (name: string, t: Translate): string | undefined => {
  const switched = methods.find((method) => switchOf[method] === name)
  if (switched) return t('audit.field_methodSwitch', { method: methodTitle(switched, t) })
  for (const method of methods) {
    const setting = methodFields[method].find((field) => field.name === name)
    if (setting) return `${methodTitle(method, t)}: ${t(methodSettingLabel(setting.name))}`
  }
  return undefined
}

const isOfClient = (name: string): name is keyof typeof clientTitles => Object.hasOwn(clientTitles, name)

const isOfConnection = (name: string): name is keyof typeof connectionTitles => Object.hasOwn(connectionTitles, name)

/**
 * What a detail of an audit event is called. A name that a newer server records stands for itself. `action`: the event's,
 * since the claims of a connection are others than those of players.
 */
export const fieldLabel = (name: string, t: Translate, action = ''): string => {
  if (action.startsWith('oidc-connection.') && isOfConnection(name)) return t(connectionTitles[name])
  if (/^oidc-(client|resource)\./.test(action) && isOfClient(name)) return t(clientTitles[name])
  return isLabelled(name) ? t(labels[name]) : (methodLabel(name, t) ?? name)
}

/** The names of details as a list of their labels. */
export const fieldNames = (names: unknown, t: Translate, action?: string): string =>
  detailText(Array.isArray(names) ? names.map((name) => fieldLabel(String(name), t, action)) : names)
