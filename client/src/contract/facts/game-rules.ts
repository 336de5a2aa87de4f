/** What players buy with rings and keep. */
export const boughtBoosts = ['multitap', 'energyLimit', 'rechargeSpeed', 'tapBot'] as const
export type BoughtBoost = (typeof boughtBoosts)[number]

/** What players get for nothing some times a day. */
export const freeBoosts = ['fullEnergy', 'turbo'] as const
export type FreeBoost = (typeof freeBoosts)[number]
