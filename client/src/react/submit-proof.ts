import type { proofs } from '../contract/proofs.ts'
import type { Session } from './session.ts'

export type CallKind = 'login' | 'bind'
/** The methods whose login and bind calls take the same proof. */
export type ProofMethod = keyof typeof proofs

type Call = (input: object) => Promise<{ token: string }>

/** Sends a proof to the server, to log in or to bind an identity to the user of the session. */
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
