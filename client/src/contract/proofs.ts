import type { z } from 'zod'
import { inputFields } from './input-fields.ts'
import { methodCalls } from './methods/index.ts'
import type { MethodCalls } from './methods/method.ts'
import { type ProofMethod, proofMethods } from './providers.ts'

type Shape = Readonly<Record<string, z.ZodType>>
type Calls = { [M in ProofMethod]: ReturnType<(typeof methodCalls)[M]> }

/** What the calls of each method take. */
export const callsOfMethods = Object.fromEntries(
  proofMethods.map((method) => [method, methodCalls[method](inputFields)]),
) as unknown as Calls

/** The credential input of each method. The login call takes it with the app's id, the bind call with a user token. */
export const proofs = Object.fromEntries(
  proofMethods.map((method) => [method, callsOfMethods[method].proof]),
) as unknown as { [M in ProofMethod]: Calls[M]['proof'] }

/** The parsed credential input of a method. */
export type CredentialInput<M extends ProofMethod> = z.output<z.ZodObject<(typeof proofs)[M]>>

type Input<M, K extends string> = M extends Record<K, infer S extends Shape> ? S : unknown

/** The input of a method's login call, without the app's id. */
export type LoginInput<M extends ProofMethod> = (typeof proofs)[M] & Input<Calls[M], 'loginInput'>
/** The input of a method's bind call. */
export type BindInput<M extends ProofMethod> = (typeof proofs)[M] & Input<Calls[M], 'bindInput'>

export const loginInput = <M extends ProofMethod>(method: M): LoginInput<M> => {
  const { loginInput: more, proof }: MethodCalls = callsOfMethods[method]
  return { ...more, ...proof } as LoginInput<M>
}
export const bindInput = <M extends ProofMethod>(method: M): BindInput<M> => {
  const { bindInput: more, proof }: MethodCalls = callsOfMethods[method]
  return { ...more, ...proof } as BindInput<M>
}
