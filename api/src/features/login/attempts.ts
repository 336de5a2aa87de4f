import type { Limits } from '../../lib/limits.ts'

/**
 * Guards a password check against guessing: the attempt is counted before the password is looked at, so that parallel
 * guesses cannot outrun the count, and given back once it proved right. Throws LimitExceededError.
 */
export const guardPassword = async (limits: Limits, account: string, ip: string): Promise<() => Promise<void>> => {
  const counted = [
    ['passwordByAccountAndIp', `${account} ${ip}`],
    ['passwordByAccount', account],
    ['passwordByIp', ip],
  ] as const
  await limits.take(...counted)
  return () => limits.giveBack(...counted)
}
