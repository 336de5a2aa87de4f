import type { FastifyInstance } from 'fastify'
import type { Person } from './people.ts'
import { personOr } from './state.ts'
import type { BotMessage, State } from './model.ts'
import type { MethodStandIn } from './stand-in.ts'
import { chat, closedChannel, mountBotApi, type Members, type Membership } from './telegram-bot.ts'
import { mountTelegramPages } from './telegram-pages.ts'
import {
  bots,
  browserHosts,
  hosts,
  initData,
  subject,
  telegramPublicKey,
  widgetData,
  type Bot,
  type BotOwner,
  type InitDataOptions,
  type WidgetOptions,
} from './telegram-sign.ts'

export interface Telegram {
  bots: Record<BotOwner, Bot>
  /** Ed25519, 32 bytes in hex: signs the third-party form of init data. */
  publicKey: string
  /** `Telegram.WebApp.initData`, of Player One by default. */
  initData: (person?: Person, options?: InitDataOptions) => string
  /** The data that the Login Widget passes to the page. */
  widget: (person?: Person, options?: WidgetOptions) => Record<string, string>
  /** Messages of bots to people, oldest first. */
  messages: () => BotMessage[]
  /**
   * The chat of the own bot. At first everybody but Player Three is a member. `isMember` is of restricted users; `unknown` is somebody whom
   * Telegram has never met there.
   */
  chat: {
    id: number
    username: string
    set: (person: Person, membership: Membership | 'unknown', isMember?: boolean) => void
  }
  /** A public channel that no bot is in. */
  closedChannel: { id: number; username: string }
}

/** Mounts Telegram and returns its control for tests. */
export const telegramOf = (app: FastifyInstance, state: State): Telegram => {
  const member = { status: 'member', isMember: true } as const
  const members: Members = { one: member, two: member }
  mountBotApi(app, state, members)
  mountTelegramPages(app, state)
  return {
    bots,
    publicKey: telegramPublicKey(),
    initData: (person, options) => initData(state, personOr(state, person), options),
    widget: (person, options) => widgetData(state, personOr(state, person), options),
    messages: () => [...state.messages],
    chat: {
      ...chat,
      set: ({ slug }, status, isMember = true) =>
        void (members[slug] = status === 'unknown' ? status : { status, isMember }),
    },
    closedChannel,
  }
}

/** Its control for tests is of `telegramOf`. */
export const telegram = {
  hosts,
  browserHosts,
  settings: (owner) => ({ telegramBotToken: bots[owner].token }),
  subjects: (person) => ({ telegram: subject(person) }),
  pictures: { 't.me/i/userpic/320': ({ slug }, path) => path === `${slug}.png` },
} satisfies MethodStandIn<'telegram'>
