import type { PlayFlagCode, PlayReview } from '@openauth/client'
import type { Tone } from '@openauth/ui/badge'
import type { MessageId, Translate } from '../i18n/i18n.ts'
import type { Locale } from '../i18n/locales.ts'

export type ReviewState = PlayReview['state']
export type PlayFlag = PlayReview['flags'][number]

/** What each flag says of a player. */
export const flagWords: Record<PlayFlagCode, MessageId> = {
  steady_gaps: 'fairPlay.flag_steady_gaps',
  short_rest: 'fairPlay.flag_short_rest',
  many_hours: 'fairPlay.flag_many_hours',
  steady_sessions: 'fairPlay.flag_steady_sessions',
  contradicted_gaps: 'fairPlay.flag_contradicted_gaps',
  shared_trace: 'fairPlay.flag_shared_trace',
  repeated_trace: 'fairPlay.flag_repeated_trace',
  address_relay: 'fairPlay.flag_address_relay',
  no_drift: 'fairPlay.flag_no_drift',
  no_pauses: 'fairPlay.flag_no_pauses',
  only_taps: 'fairPlay.flag_only_taps',
  steady_batches: 'fairPlay.flag_steady_batches',
  steady_arrivals: 'fairPlay.flag_steady_arrivals',
  at_cap: 'fairPlay.flag_at_cap',
  skipped_numbers: 'fairPlay.flag_skipped_numbers',
  invited_together: 'fairPlay.flag_invited_together',
  over_cap: 'fairPlay.flag_over_cap',
  untimed_taps: 'fairPlay.flag_untimed_taps',
}

/** What the value of a flag is, where it is no plain number. */
const measures: Partial<Record<string, Intl.NumberFormatOptions>> = {
  short_rest: { style: 'unit', unit: 'hour', unitDisplay: 'long' },
  many_hours: { style: 'unit', unit: 'hour', unitDisplay: 'long' },
  contradicted_gaps: { style: 'percent' },
  address_relay: { style: 'percent' },
  no_pauses: { style: 'percent' },
  at_cap: { style: 'percent' },
  skipped_numbers: { style: 'percent' },
  invited_together: { style: 'percent' },
  over_cap: { style: 'percent' },
  untimed_taps: { style: 'percent' },
}

const isKnown = (code: string): code is PlayFlagCode => Object.hasOwn(flagWords, code)

/** A flag in words. One that a newer server has stands for itself. */
export const flagText = (code: string, t: Translate): string => (isKnown(code) ? t(flagWords[code]) : code)

/** A measured value as its flag counts it: hours, a share, or a number. */
export const measured = (code: string, value: number, locale: Locale): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 2, ...measures[code] }).format(value)

/** "1.5 hours; flagged below 3 hours". A flag is only ever on the far side of its threshold, which tells the direction. */
export const thresholdText = ({ code, value, threshold }: PlayFlag, t: Translate, locale: Locale): string =>
  t(value < threshold ? 'fairPlay.below' : 'fairPlay.above', {
    value: measured(code, value, locale),
    threshold: measured(code, threshold, locale),
  })

export const stateWords = (state: ReviewState): { text: MessageId; tone: Tone } => {
  if (state === 'held') return { text: 'fairPlay.held', tone: 'warning' }
  if (state === 'appealed') return { text: 'fairPlay.appealed', tone: 'danger' }
  return state === 'cleared'
    ? { text: 'fairPlay.cleared', tone: 'success' }
    : { text: 'fairPlay.flagged', tone: 'neutral' }
}
