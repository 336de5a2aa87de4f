/** Points for a verified invitation. */
export const REFERRAL_REWARD = 2000

/** Points for all verified invitations of a user. */
export const totalRewards = (totalUser: number): number => totalUser * REFERRAL_REWARD
