import { counter } from '../../lib/metrics/counters.ts'

const sends = counter(
  'openauth_sends_total',
  'Sends by network and the state that they came to: `signed`, `submitted`, and at the end `confirmed`, `failed` or `expired`. A send is counted once in each state.',
  'network',
  'state',
)

const states = ['signed', 'submitted', 'confirmed', 'failed', 'expired'] as const

/** The states in which sends are counted; `created` is before the signature. */
export type SendState = (typeof states)[number]

let signed = 0

/** Counts sends that came to a state, after that is stored. */
export const countSends = (rows: { network: string }[], state: SendState): void => {
  for (const { network } of rows) {
    sends.expect(...states.map((each) => [network, each]))
    sends.count(network, state)
    if (state === 'signed') signed += 1
  }
}

/** How many sends this process has seen signed since it started. */
export const signedSends = (): number => signed
