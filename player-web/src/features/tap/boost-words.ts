import type { GameProfile } from '@openauth/client'
import type { IconName } from '../../components/icon.tsx'
import type { MessageId } from '../../i18n/i18n.ts'

export type BoughtBoost = GameProfile['boosts'][number]
export type FreeBoost = GameProfile['freeBoosts'][number]

interface BoostWords {
  icon: IconName
  title: MessageId
}

export const boughtWords = {
  multitap: { icon: 'game', title: 'tap.multitap', hint: 'tap.multitapHint' },
  energyLimit: { icon: 'battery', title: 'tap.energyLimit', hint: 'tap.energyLimitHint' },
  rechargeSpeed: { icon: 'reload', title: 'tap.rechargeSpeed', hint: 'tap.rechargeSpeedHint' },
  tapBot: { icon: 'history', title: 'tap.tapBot', hint: 'tap.tapBotHint' },
  // The hint says what a level adds, for `{effect}`.
} as const satisfies Record<BoughtBoost['id'], BoostWords & { hint: MessageId }>

export const freeWords = {
  fullEnergy: { icon: 'energy', title: 'tap.fullEnergy', hint: 'tap.fullEnergyHint' },
  turbo: { icon: 'earn', title: 'tap.turbo', hint: 'tap.turboHint' },
} as const satisfies Record<FreeBoost['id'], BoostWords & { hint: MessageId }>
