import type { z } from 'zod'
import { type Methods, methods } from './methods/index.ts'
import type { MethodFacts } from './methods/method.ts'
import { factOf, type LoginMethod, loginMethods } from './providers.ts'

type Shape = Readonly<Record<string, z.ZodType>>

/** The methods whose credential is the input of a login call and a bind call of one form. */
export type ProofMethod = { [M in LoginMethod]: Methods[M] extends { proof: Shape } ? M : never }[LoginMethod]
export const proofMethods = loginMethods.filter((method) => 'proof' in methods[method]) as ProofMethod[]

/** The credential input of each method. The login call takes it with the app's id, the bind call with a user token. */
export const proofs = factOf(proofMethods, 'proof') satisfies Record<ProofMethod, Shape>

/** The parsed credential input of a method. */
export type CredentialInput<M extends ProofMethod> = z.output<z.ZodObject<(typeof proofs)[M]>>

type Input<M, K extends string> = M extends Record<K, infer S extends Shape> ? S : unknown

/** The input of a method's login call, without the app's id. */
export type LoginInput<M extends ProofMethod> = (typeof proofs)[M] & Input<Methods[M], 'loginInput'>
/** The input of a method's bind call. */
export type BindInput<M extends ProofMethod> = (typeof proofs)[M] & Input<Methods[M], 'bindInput'>

export const loginInput = <M extends ProofMethod>(method: M): LoginInput<M> => {
  const { loginInput: more, proof }: MethodFacts = methods[method]
  return { ...more, ...proof } as LoginInput<M>
}
export const bindInput = <M extends ProofMethod>(method: M): BindInput<M> => {
  const { bindInput: more, proof }: MethodFacts = methods[method]
  return { ...more, ...proof } as BindInput<M>
}
