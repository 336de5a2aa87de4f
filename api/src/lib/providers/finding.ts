import type { LoginMethodTest } from '@openauth/client'

/** What a test of a login method found, without the method. */
export type Finding = Omit<LoginMethodTest, 'method'>

/** A fault, in one sentence, and what to do about it. */
export const fault = (
  code: Exclude<Finding['code'], 'ok'>,
  message: string,
  remedy: string,
  { checked = [], notes = [] }: Partial<Pick<Finding, 'checked' | 'notes'>> = {},
): Finding => ({ ok: false, code, message, remedy, checked, notes })

/** The result of a test that found no fault. */
export const noFault = (message: string, checked: string[], notes: string[] = []): Finding => ({
  ok: true,
  code: 'ok',
  message,
  remedy: null,
  checked,
  notes,
})

/** The seconds by which a clock may differ from a provider's: tolerances of ID tokens and of Telegram's data. */
const CLOCK_TOLERANCE = 60

/**
 * The fault of a clock, by the Date header of a provider's answer (RFC 9110, section 6.6.1); undefined where this
 * server's clock is near enough or the answer has no date.
 */
export const clockFault = (title: string, date: string | null, now = Date.now()): Finding | undefined => {
  const difference = Math.round((now - Date.parse(date ?? '')) / 1000)
  if (!Number.isFinite(difference) || Math.abs(difference) <= CLOCK_TOLERANCE) return undefined
  const side = difference > 0 ? 'ahead of' : 'behind'
  return fault(
    'clock',
    `The clock of this server is ${Math.abs(difference)} seconds ${side} that of ${title}, so signatures and tokens count as expired or not yet valid.`,
    'Synchronize the clock of the machine (NTP).',
  )
}
