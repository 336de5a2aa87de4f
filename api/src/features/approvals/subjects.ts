import { createHash } from 'node:crypto'
import { type contract, credentialNames, fourEyesKinds, type HandlerInput, includesRole } from '@openauth/client'
import type { AdminIdentity } from '../../handler.ts'
import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { lockAdmins } from '../admins/rights.ts'
import { findAdmin, shownAdmin } from '../admins/stored-admins.ts'
import { loginSettingsOf } from '../apps/login-settings.ts'
import { lockApp } from '../apps/require-app.ts'
import { chosenKinds } from '../four-eyes/held-kinds.ts'
import { lockRules } from '../game/lock-rules.ts'
import { readRules } from '../game/rules.ts'
import { lockOwner } from '../policies/lock-owner.ts'
import { findUser } from '../users/find.ts'

type Input = Record<string, unknown>

/** What a call is about, as it is now. */
export interface Subject {
  /** Changes with every change of it; null where a change since the request does not matter. */
  version: string | null
  /** Its present values by the names of the call's input; of a secret whether there is one. */
  values: Input
  /** Whether this input needs no approval, whatever the call's mark says. */
  isExempt?: boolean
}

/** Reads what a call is about, and locks it until the end of the transaction. Throws what the call throws where it is gone. */
type Read = (tx: Tx, input: Input, identity: AdminIdentity) => Promise<Subject>

const policyOf = async (tx: Tx, ownerId: string): Promise<Subject> => {
  await lockOwner(tx, ownerId)
  const row = await tx.walletPolicy.findUnique({ where: { ownerId } })
  return { version: row?.updatedAt.toISOString() ?? 'none', values: (row?.rules ?? {}) as Input }
}

const app: Read = async (tx, { id }) => {
  await lockApp(tx, id as string)
  const { credentials, ...row } = await tx.app.findUniqueOrThrow({
    where: { id: id as string },
    include: { credentials: true },
  })
  const set = new Set(credentials.map(({ name }) => name))
  const secrets = Object.fromEntries(credentialNames.map((name) => [name, set.has(name) ? '(set)' : null]))
  return { version: row.updatedAt.toISOString(), values: { ...row, ...loginSettingsOf(row), ...secrets } }
}

/** Rights and login of an admin. Whoever may not change them is refused by the call itself. */
const adminRights: Read = async (tx, input, { adminId, role, isByCode }) => {
  const { id, role: given, apps, password } = input as HandlerInput<typeof contract.admins.update>
  const isOwn = id === adminId && given === undefined && apps === undefined
  if (isOwn || !includesRole(role, 'owner')) return { version: null, values: {}, isExempt: true }
  const isGuarded = given !== undefined || apps !== undefined || password !== undefined
  if (isGuarded && id !== adminId && isByCode) throw new Problem('password_login_required')
  await lockAdmins(tx)
  const row = await findAdmin(tx, id)
  const { username, ...rights } = shownAdmin(row)
  const version = createHash('sha256')
    .update(JSON.stringify([username, rights, row.passwordHash]))
    .digest('base64url')
  return { version, values: { username, role: rights.role, apps: rights.apps, password: '(set)' } }
}

const connection: Read = async (tx, { appId, connectionId }) => {
  await lockApp(tx, appId as string)
  const row = await tx.oidcConnection.findFirst({ where: { id: connectionId as string, appId: appId as string } })
  if (!row) throw new Problem('connection_not_found')
  const { sealedSecret: _, updatedAt, ...values } = row
  return { version: updatedAt.toISOString(), values: { ...values, clientSecret: '(set)' } }
}

/** To hold more is not held: only what would be let go needs a second owner. */
const setting: Read = async (tx, { kinds }) => {
  await lockAdmins(tx)
  const chosen = await chosenKinds(tx)
  const isExempt = kinds === undefined || chosen.every((kind) => (kinds as string[]).includes(kind))
  return {
    version: fourEyesKinds.filter((kind) => chosen.includes(kind)).join(' '),
    values: { kinds: chosen },
    isExempt,
  }
}

/** What calls are about that change something with a version. Others are judged by their handlers alone when they run. */
const reads: Partial<Record<string, Read>> = {
  'walletPolicies.update': async (tx, { appId }) => {
    await lockApp(tx, appId as string)
    return policyOf(tx, appId as string)
  },
  'walletPolicies.updateOfUser': async (tx, { appId, id }) => {
    await findUser(tx, appId as string, id as string)
    return policyOf(tx, id as string)
  },
  'apps.update': app,
  'gameRules.update': async (tx, { appId }) => {
    await lockApp(tx, appId as string)
    await lockRules(tx, appId as string)
    const { version, rules } = await readRules(tx, appId as string)
    return { version: String(version), values: { ...rules } }
  },
  'gamePlayers.adjust': async (tx, { appId, id }) => {
    await findUser(tx, appId as string, id as string)
    return { version: null, values: {} }
  },
  'treasury.resume': async (tx, { appId }) => {
    await lockApp(tx, appId as string)
    const found = await tx.treasury.findUnique({ where: { appId: appId as string } })
    if (!found) throw new Problem('treasury_not_found')
    return { version: JSON.stringify(found.pausedBecause), values: { pausedBecause: found.pausedBecause } }
  },
  'oidcConnections.update': connection,
  'admins.update': adminRights,
  'fourEyes.update': setting,
}

/** What a call is about, locked. Without anything to compare, that it is about an app which exists. */
export const readSubject = async (
  tx: Tx,
  call: string,
  { input, appId, identity }: { input: Input; appId: string | null; identity: AdminIdentity },
): Promise<Subject> => {
  const read = reads[call]
  if (read) return read(tx, input, identity)
  if (appId !== null) await lockApp(tx, appId)
  return { version: null, values: {} }
}
