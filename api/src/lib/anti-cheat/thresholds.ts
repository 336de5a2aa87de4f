// What counts as unusual. Features and first values are those of a study of recorded and simulated taps; where a value differs, it was
// calibrated with the training seed of `npm run bench -- bots`, and never with the seed that the printed rates are of.

export const flagCodes = [
  'steady_gaps',
  'short_rest',
  'many_hours',
  'steady_sessions',
  'contradicted_gaps',
  'shared_trace',
  'repeated_trace',
  'address_relay',
  'no_drift',
  'no_pauses',
  'only_taps',
  'steady_batches',
  'steady_arrivals',
  'at_cap',
  'over_cap',
  'untimed_taps',
] as const
export type FlagCode = (typeof flagCodes)[number]

interface Limit {
  /** Strong flags suffice alone; of weak ones it takes two. */
  strong: boolean
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

const strong = { strong: true }
const weak = { strong: false }
const below = (threshold: number) => ({ threshold, above: false })
const above = (threshold: number) => ({ threshold, above: true })

export const thresholds: Thresholds = {
  gaps: 500,
  rhythmGaps: 1500,
  batches: 100,
  sessions: 8,
  flags: {
    // The distance of the quartiles in parts of the median: people's flag below 0.287 in the study.
    steady_gaps: { ...strong, ...below(0.2) },
    // Hours, of 24. The study: below 5.9, above 19.
    short_rest: { ...strong, ...below(3.5) },
    many_hours: { ...strong, ...above(20) },
    // Variation of the times between starts of sessions: below 0.146 in the study.
    steady_sessions: { ...strong, ...below(0.12) },
    // Share of batches whose claimed times do not fit their arrivals.
    contradicted_gaps: { ...strong, ...above(0.5) },
    // Correlation of pieces of rhythms. The study: two people up to 0.48, a replay with 10 % of noise 0.98.
    shared_trace: { ...strong, ...above(0.75) },
    repeated_trace: { ...strong, ...above(0.75) },
    // Share of sessions that begin within 20 s after another player's, nobody else playing. See relay.ts.
    address_relay: { ...strong, ...above(0.4) },
    // The greatest autocorrelation of gaps; the study has the mean, below 0.053.
    no_drift: { ...weak, ...below(0.08) },
    // Share of gaps that are pauses: the study has pauses of 4 medians, below 0.0039.
    no_pauses: { ...weak, ...below(0.002) },
    // Other calls than taps and the profile.
    only_taps: { ...weak, ...below(1) },
    steady_batches: { ...weak, ...below(0.06) },
    steady_arrivals: { ...weak, ...below(0.01) },
    // Shares of batches: as fast as hands can, cut by energy or rate, without the times of taps.
    at_cap: { ...weak, ...above(0.5) },
    over_cap: { ...weak, ...above(0.5) },
    untimed_taps: { ...weak, ...above(0.5) },
  },
}
