import type { PlayFlagCode } from '@openauth/client'

// What counts as unusual. Features and first values are those of a study of recorded and simulated taps; where a value differs, it was
// calibrated with the training seed of `npm run bench -- bots`, and never with the seed that the printed rates are of.

export type FlagCode = PlayFlagCode

interface Limit {
  threshold: number
  /** Whether values above the threshold are flagged, or those below. */
  above: boolean
}

export interface Thresholds {
  /** How much must be known before a value counts. */
  gaps: number
  rhythmGaps: number
  batches: number
  sessions: number
  flags: Record<FlagCode, Limit>
}

const below = (threshold: number) => ({ threshold, above: false })
const above = (threshold: number) => ({ threshold, above: true })

export const thresholds: Thresholds = {
  gaps: 500,
  rhythmGaps: 1500,
  batches: 100,
  sessions: 8,
  flags: {
    // The distance of the quartiles in parts of the median: people's flag below 0.287 in the study.
    steady_gaps: below(0.2),
    // Hours, of 24. The study: below 5.9, above 19.
    short_rest: below(3),
    many_hours: above(20),
    // Variation of the times between starts of sessions: below 0.146 in the study.
    steady_sessions: below(0.12),
    // Share of batches whose claimed times do not fit their arrivals.
    contradicted_gaps: above(0.5),
    // Correlation of pieces of rhythms. The study: two people up to 0.48, a replay with 10 % of noise 0.98.
    shared_trace: above(0.7),
    repeated_trace: above(0.7),
    // Share of sessions that begin within 20 s after another player's, nobody else playing. See relay.ts.
    address_relay: above(0.4),
    // Share of a day's paid invitations whose players share one address.
    invited_together: above(0.5),
    // The greatest autocorrelation of gaps; the study has the mean, below 0.053.
    no_drift: below(0.08),
    // Share of gaps that are pauses: the study has pauses of 4 medians, below 0.0039.
    no_pauses: below(0.0025),
    // Other calls than taps and the profile.
    only_taps: below(1),
    steady_batches: below(0.06),
    steady_arrivals: below(0.01),
    // Shares of batches: as fast as hands can, cut by energy or rate, without the times of taps.
    at_cap: above(0.5),
    over_cap: above(0.5),
    untimed_taps: above(0.5),
    // Share of the numbers of batches that no batch had: a server that was killed loses some.
    skipped_numbers: above(0.3),
  },
}
