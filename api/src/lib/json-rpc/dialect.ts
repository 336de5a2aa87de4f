import type { RpcError, RpcErrorKind, RpcFailure } from './errors.ts'

/** One call of an endpoint, before its chain is verified. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/** An error object of a response, with the response's HTTP status: https://www.jsonrpc.org/specification#error_object */
export interface ErrorAnswer {
  code: number
  message: string
  status: number
}

/** What differs between the chains' endpoints. */
export interface Dialect {
  /** The error class of the chain's endpoints. */
  Failure: RpcFailure
  /** What an error object means. */
  kindOf: (error: ErrorAnswer) => RpcErrorKind
  /** The text of an error for people; default: the message and what `wordsOf` finds in its `data`. */
  wordsOf?: (data: unknown) => string | undefined
  /** Whether messages end with the code of the error. */
  quotesCode?: true
  /** The method that submits a transaction. It is requested at most once; others are retried if the connection fails. */
  submits: string
  /** Writes parameters as JSON; default: JSON.stringify. */
  writeParams?: (params: readonly unknown[]) => string
  /** Whether addresses may contain a user and a password, which are sent as Basic authentication. Default: refused. */
  basicAuth?: true
  /** How parts of the endpoint's address are removed from a node's text: those from this length on, by this mark. */
  redaction: { minLength: number; mark: string }
  /** Maximum bytes of a response's body, decompressed. */
  maxBytes: number
  /** Milliseconds until the endpoint's chain is verified again. */
  trustForMs: number
  /**
   * Reads the genesis hash of the endpoint's chain; undefined where the endpoint does not serve it. Throws if anything else
   * tells that it is another chain.
   */
  readGenesis: (ask: Ask, host: string) => Promise<string | undefined>
  /** The error for an endpoint that serves another chain than the expected one. */
  wrongChain: (host: string, seen: string | undefined, expected: string) => Error
}

/** The error for a response without the method's documented shape. */
export const malformedAnswer = ({ Failure }: Pick<Dialect, 'Failure'>, host: string, method: string): RpcError =>
  new Failure('malformed', `${host} answered ${method} with a result of another shape`)
