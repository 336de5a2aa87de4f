import { ownField } from '../../../content/sanitize.ts'

/**
 * Messages between an embedded dapp and the wallet in the form of published adapters: `{target, id, type, payload?}`.
 * An answer repeats target and id, has no type, and always has a payload; `payload.error` is a failure.
 */
export const TARGET = 'iframe-wallet-adapter'

export type Id = string | number

export interface Request {
  id: Id
  type: string
  payload: unknown
}

export interface Answer {
  target: typeof TARGET
  id: Id
  payload: Record<string, unknown>
}

const MAX_ID = 128
const MAX_TYPE = 64

const isId = (value: unknown): value is Id =>
  typeof value === 'string' ? value !== '' && value.length <= MAX_ID : Number.isFinite(value)

/** The request in a message; undefined for all that is none, such as answers and what other wallets are meant by. */
export const requestIn = (data: unknown): Request | undefined => {
  if (ownField(data, 'target') !== TARGET) return undefined
  const [id, type] = [ownField(data, 'id'), ownField(data, 'type')]
  if (!isId(id) || typeof type !== 'string' || type === '' || type.length > MAX_TYPE) return undefined
  return { id, type, payload: ownField(data, 'payload') }
}

export const answerTo = (id: Id, payload: Record<string, unknown>): Answer => ({ target: TARGET, id, payload })
