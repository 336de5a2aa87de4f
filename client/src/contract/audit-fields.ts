import { admins } from './admins.ts'
import { apps } from './apps.ts'
import { dapps } from './dapps.ts'
import { gameCenters } from './game-centers.ts'
import { GameRules } from './game-rules.ts'
import { gameTasks } from './game-task-admin.ts'
import { oidcClients } from './oidc-clients.ts'
import { oidcResources } from './oidc-resources.ts'
import { oidcConnections } from './oidc-connections.ts'
import { WalletPolicy } from './wallet-policies.ts'
import { webhooks } from './webhooks.ts'

/** Details of audit events that are no fields of a change. */
const facts = [
  'added',
  'approvalId',
  'approvedBy',
  'authentication',
  'bytes',
  'call',
  'calls',
  'change',
  'code',
  'created',
  'current',
  'deviceAddress',
  'deviceName',
  'disabledBy',
  'display',
  'done',
  'ended',
  'existing',
  'expiresAt',
  'externalId',
  'failed',
  'follows',
  'from',
  'given',
  'kind',
  'kinds',
  'left',
  'method',
  'network',
  'origin',
  'overlapSeconds',
  'referrerId',
  'replacedBy',
  'replayed',
  'secretId',
  'tokenName',
  'sessionId',
  'spends',
  'subjects',
  'standby',
  'status',
  'claimId',
  'codes',
  'reason',
  'rings',
  'symbol',
  'tapLimit',
  'to',
  'transactionId',
] as const

const namesOf = <Shape extends object>(shape: Shape) => Object.keys(shape) as (keyof Shape & string)[]

/** Changes are audited by the names of the fields; what tells which version was seen is none. */
const isAudited = <Name extends string>(name: Name): name is Exclude<Name, NotAudited> => !notAudited.has(name)
const unaudited = [
  'id',
  'appId',
  'expectedUpdatedAt',
  'expectedUsername',
  'currentPassword',
  'connectionId',
  'approvalReason',
] as const
type NotAudited = (typeof unaudited)[number]
const notAudited: ReadonlySet<string> = new Set(unaudited)

/** The names of details of audit events: fields that admins change, rules of wallet policies, and facts. */
export const auditFields = [
  ...namesOf(apps.update.input.shape).filter(isAudited),
  ...namesOf(admins.update.input.shape).filter(isAudited),
  ...namesOf(dapps.update.input.shape).filter(isAudited),
  ...namesOf(gameCenters.update.input.shape).filter(isAudited),
  ...namesOf(WalletPolicy.shape),
  ...namesOf(GameRules.shape),
  ...namesOf(gameTasks.update.input.shape).filter(isAudited),
  ...namesOf(oidcConnections.update.input.shape).filter(isAudited),
  ...namesOf(webhooks.update.input.shape).filter(isAudited),
  ...namesOf(oidcClients.update.input.shape).filter(isAudited),
  ...namesOf(oidcResources.update.input.shape).filter(isAudited),
  ...facts,
]
export type AuditField = (typeof auditFields)[number]
