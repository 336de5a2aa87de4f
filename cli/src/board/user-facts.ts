import { networkFacts, userName } from '@openauth/client'
import { sentText } from '../amounts.ts'
import { plainText } from '../view.ts'
import { agoText, countText, dayText, shortTime } from './amounts-text.ts'
import type { Fact } from './facts.ts'
import type { UserData } from './places.ts'

/** Facts under a title. */
export interface Section {
  title: string
  facts: Fact[]
  /** Said where there are no facts. */
  none: string
}

/** What times are told by. */
export interface Clock {
  now: number
  isUtc: boolean
}

const account = ({ user }: UserData, { now, isUtc }: Clock): Section => ({
  title: 'Account',
  none: '',
  facts: [
    { label: 'name', value: userName(user) },
    { label: 'id', value: user.id, isId: true },
    ...(user.externalId === null ? [] : [{ label: 'external id', value: user.externalId }]),
    { label: 'refer code', value: user.referCode },
    { label: 'registered', value: dayText(user.createdAt, isUtc) },
    { label: 'last seen', value: agoText(user.lastSeenAt, now) },
    user.disabled
      ? { label: 'state', value: `disabled by the ${user.disabledBy === 'app' ? 'app' : 'operator'}`, tone: 'bad' }
      : { label: 'state', value: 'active', tone: 'good' },
  ],
})

const identities = ({ identities: all }: UserData): Section => ({
  title: 'Identities',
  none: 'None.',
  facts: all.map(({ provider, display, subject }) => ({
    label: provider,
    value: display === subject ? display : `${display} (${subject})`,
  })),
})

const walletFields = { Solana: 'solWallet', Ethereum: 'ethWallet', 'Polkadot, Vara': 'dotWallet' } as const

const wallets = ({ wallets: addresses }: UserData): Section => ({
  title: 'Wallets',
  none: 'None.',
  facts: Object.entries(walletFields).map(([label, field]) => ({ label, value: addresses[field], isId: true })),
})

const sessions = ({ sessions: all }: UserData, { now }: Clock): Section => ({
  title: 'Sessions',
  none: 'None.',
  facts: all.map(({ method, ip, city, country, lastUsedAt }) => ({
    label: method,
    value: [agoText(lastUsedAt, now), ip, city, country].filter(Boolean).join(', '),
  })),
})

const game = ({ player }: UserData, { now }: Clock): Section => ({
  title: 'Tap game',
  none: 'Has never played.',
  facts: player
    ? [
        { label: 'rings', value: `${countText(player.rings)}, of ${countText(player.earnedRings)} earned` },
        { label: 'level', value: `${player.level}, ${player.league} league` },
        { label: 'energy', value: `${countText(player.energy)} of ${countText(player.maxEnergy)}` },
        { label: 'streak', value: `${player.streakDays} days` },
        { label: 'played', value: agoText(player.lastPlayedAt, now) },
        player.ledger.isSound
          ? { label: 'ledger', value: 'adds up', tone: 'good' }
          : { label: 'ledger', value: 'does not add up', tone: 'bad' },
      ]
    : [],
})

const sends = ({ sends: all }: UserData, { now, isUtc }: Clock): Section => ({
  title: 'Newest sends',
  none: 'None.',
  facts: all.map((send) => ({
    label: shortTime(send.createdAt, now, isUtc),
    value: [send.status, plainText(sentText(send), ''), networkFacts[send.network].title].join(', '),
    ...(send.status === 'failed' || send.status === 'expired' ? { tone: 'warn' as const } : {}),
  })),
})

/** All that the board shows of a user. */
export const userSections = (data: UserData, clock: Clock): Section[] => [
  account(data, clock),
  identities(data),
  wallets(data),
  sessions(data, clock),
  game(data, clock),
  sends(data, clock),
]
