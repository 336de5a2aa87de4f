/** What a verified invitation earns, in points. */
export const REFERRAL_REWARD = 2000

/** What all invitations of a user have earned. */
export const totalRewards = (totalUser: number): number => totalUser * REFERRAL_REWARD
