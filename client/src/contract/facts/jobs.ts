/** The kinds of jobs of this version; servers of other versions may have more. */
export const jobKinds = ['avatar', 'notice', 'wallets'] as const
export type JobKind = (typeof jobKinds)[number]
