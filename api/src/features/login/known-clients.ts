import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../../handler.ts'
import type { Database, Statement, Tx } from '../../db.ts'
import { addressKey } from './attempts.ts'

/** How long a client stays known after its last login. Days. */
const LIFETIME_DAYS = 90
/** A client with a longer remaining lifetime is not written again at a login. Days. */
const REFRESH_BELOW_DAYS = 80

const find: Statement = {
  name: 'known-clients',
  text: `
    SELECT client, "expiresAt" > now() + make_interval(days => ${REFRESH_BELOW_DAYS}) AS fresh FROM "KnownClient" WHERE account = $1 AND client = ANY($2::bytea[]) AND "expiresAt" > now()`,
}

const store: Statement = {
  name: 'known-clients-store',
  text: `
    INSERT INTO "KnownClient" AS k (account, client, "expiresAt")
    SELECT $1, client, now() + make_interval(days => ${LIFETIME_DAYS}) FROM unnest($2::bytea[]) AS c (client) ORDER BY client
    ON CONFLICT (account, client) DO UPDATE SET "expiresAt" = excluded."expiresAt"
    WHERE k."expiresAt" < now() + make_interval(days => ${REFRESH_BELOW_DAYS})`,
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const addressClient = (ip: string): Buffer => sha256(`address ${addressKey(ip)}`)
const deviceClient = (cookie: string): Buffer => sha256(`device ${cookie}`)

/**
 * How an account recognizes a client: a browser by its cookie, another client by its address; undefined if unknown. `fresh`
 * if all that was recognized need not be stored again.
 */
export type KnownAs = ({ fresh: boolean } & ({ by: 'device'; device: string } | { by: 'address' })) | undefined

/** Whether the account logged in from this client before. One statement. */
export const findKnownClient = async (db: Database, account: string, context: Context): Promise<KnownAs> => {
  const address = addressClient(context.ip)
  const { cookie } = context.device()
  const shown = cookie === undefined ? [address] : [address, deviceClient(cookie)]
  const rows = await db.query<{ client: Buffer; fresh: boolean }>(find, [sha256(account), shown])
  const rowOf = (client: Buffer | undefined) => rows.find((row) => client !== undefined && row.client.equals(client))
  const [knownAddress, knownDevice] = [rowOf(address), rowOf(shown[1])]
  if (cookie !== undefined && knownDevice)
    return { by: 'device', device: cookie, fresh: knownDevice.fresh && knownAddress?.fresh === true }
  return knownAddress && { by: 'address', fresh: knownAddress.fresh }
}

/**
 * Stores the client of a login. A browser gets a cookie that grants only its own budget of wrong guesses for this account
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies): a random value whose row binds it
 * to the account, so that it needs no signature and becomes invalid with its row.
 */
export const rememberClient = async (
  db: Database,
  account: string,
  context: Context,
  known?: KnownAs,
): Promise<void> => {
  const device = context.device()
  // A statement that finds nothing to change locks its rows even so, which costs a flush to disk.
  if (known?.fresh && (known.by === 'device' || !device.isKept)) return
  const clients = [addressClient(context.ip)]
  if (known?.by === 'device') clients.push(deviceClient(known.device))
  else if (device.isKept) {
    const cookie = randomBytes(32).toString('base64url')
    clients.push(deviceClient(cookie))
    device.set(cookie, LIFETIME_DAYS * 86_400)
  }
  await db.query(store, [sha256(account), clients])
}

/** Removes all known clients of these accounts. */
export const forgetClients = async (tx: Tx, accounts: string[]): Promise<void> => {
  await tx.knownClient.deleteMany({
    where: { account: { in: accounts.map((account) => new Uint8Array(sha256(account))) } },
  })
}
