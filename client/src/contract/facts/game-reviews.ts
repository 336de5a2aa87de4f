/** Something about a day of a player that people seldom do, and whether it suffices alone for a suspicion; of others it takes two. */
export const playFlags = {
  steady_gaps: { strong: true, text: 'taps follow each other too evenly' },
  short_rest: { strong: true, text: 'no long rest within 24 hours' },
  many_hours: { strong: true, text: 'taps in nearly every hour of 24' },
  steady_sessions: { strong: true, text: 'sessions begin at too even times' },
  contradicted_gaps: { strong: true, text: 'the claimed times of taps do not fit when they arrived' },
  shared_trace: { strong: true, text: "the same rhythm as another player's" },
  repeated_trace: { strong: true, text: 'the same rhythm as on another day' },
  address_relay: { strong: true, text: 'players of one address play in turn, one at a time' },
  no_drift: { strong: false, text: 'the time between taps does not depend on those before' },
  no_pauses: { strong: false, text: 'hardly any pauses while tapping' },
  only_taps: { strong: false, text: 'nothing but taps: no boost, reward or board is looked at' },
  steady_batches: { strong: false, text: 'batches of one size' },
  steady_arrivals: { strong: false, text: 'calls arrive at too even times' },
  at_cap: { strong: false, text: 'as fast as hands can tap' },
  over_cap: { strong: false, text: 'more taps than energy or the rules allow' },
  invited_together: { strong: false, text: 'most players invited in a day, ten or more, play at one address' },
  skipped_numbers: { strong: false, text: 'numbers of batches are left out' },
  untimed_taps: { strong: false, text: 'taps without the times between them' },
} as const satisfies Record<string, { strong: boolean; text: string }>
export type PlayFlagCode = keyof typeof playFlags
export const playFlagCodes = Object.keys(playFlags) as [PlayFlagCode, ...PlayFlagCode[]]
