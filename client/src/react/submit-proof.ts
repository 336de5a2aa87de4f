import type { proofs } from '../contract/proofs.ts'
import type { Session } from './session.ts'

export type CallKind = 'login' | 'bind'
/** The methods that have a login and a bind call, both with the same proof. */
export type ProofMethod = keyof typeof proofs

type Call = (input: object) => Promise<{ token: string }>

/** Shows a proof to the server: for a session, or to bind it to the user of the session there is. */
export const submitProof = async (
  session: Session,
  kind: CallKind,
  method: ProofMethod,
  proof: object,
): Promise<void> => {
  const { appId, client } = session
  const answer = await (client[kind][method] as Call)(kind === 'login' ? { appId, ...proof } : proof)
  if (kind === 'login') session.signIn(answer.token, method)
}
