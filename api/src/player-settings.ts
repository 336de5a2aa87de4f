import type { PlayerConfig } from '@openauth/client'
import { SIGNATURE_TOKEN } from '@openauth/client/light'
import * as z from 'zod'

/** http or https; no credentials, since pages see it; a host without characters that mean something in a policy header. */
const isAddress = (value: string): boolean => {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false
  const { username, password, host } = new URL(value)
  return !username && !password && /^[a-z0-9.\-[\]:]+$/i.test(host)
}

const address = (example: string) =>
  z.string().refine(isAddress, `must look like ${example}, with neither user name nor password`)

const withoutSlash = (value: string): string => value.replace(/\/+$/, '')

/** An address to which paths are appended. */
const base = (example: string) => address(example).transform(withoutSlash)

/** The content service: a path of this server, or a Strapi elsewhere. */
const content = z
  .string()
  .refine(
    (value) => /^\/(?!\/)[\w./-]*$/.test(value) || isAddress(value),
    'must be a path such as /content, or look like https://strapi.example.com/api',
  )
  .transform(withoutSlash)

/** An address, or `off` for none. */
const orOff = (example: string) =>
  z
    .string()
    .refine((value) => value === 'off' || isAddress(value), `must look like ${example}, or be off`)
    .transform((value) => (value === 'off' ? null : value))

const onOff = z
  .enum(['on', 'off'], 'must be on or off')
  .default('on')
  .transform((value) => value === 'on')

/** https://core.telegram.org/method/account.checkUsername; `off` for none. */
const botName = z
  .string()
  .regex(/^@?[a-z]\w{4,31}$|^off$/i, "must be a bot's user name, such as sonic_wallet_bot, or off")
  .transform((value) => (value.toLowerCase() === 'off' ? null : value.replace('@', '')))

/** The settings of the players' front end. GET /player/config publishes their values. */
export const playerVariables = {
  PLAYER_APP_ID: z
    .guid('must be the id of an app')
    .transform((id) => id.toLowerCase())
    .optional(),
  PLAYER_API_URL: base('https://auth.example.com').default(''),
  PLAYER_CONTENT_URL: content.default('/content'),
  PLAYER_CONTENT_STAGING_URL: content.optional(),
  PLAYER_SOLANA_RPC_URL: address('https://solana-rpc.example.com').optional(),
  PLAYER_SOLANA_EXPLORER_URL: address(`https://explorer.solana.com/tx/${SIGNATURE_TOKEN}`)
    .refine((value) => value.includes(SIGNATURE_TOKEN), `must have ${SIGNATURE_TOKEN} in it`)
    .default(`https://explorer.solana.com/tx/${SIGNATURE_TOKEN}`),
  PLAYER_TELEGRAM_BOT: botName.default('sonic_wallet_bot'),
  PLAYER_TELEGRAM_APP: z
    .string()
    .regex(/^\w{3,30}$/, "must be a mini-app's short name: 3 to 30 letters, digits and _")
    .optional(),
  PLAYER_SUPPORT_EMAIL: z.email('must be an e-mail address').optional(),
  PLAYER_ANALYTICS: z
    .string()
    .regex(/^(off|console|gtag:G-[A-Z0-9]{4,20})$/, 'must be off, console, or gtag: and a measurement id, gtag:G-XXXX')
    .default('off'),
  PLAYER_ODYSSEY_URL: base('https://odyssey.sonic.game').default('https://odyssey.sonic.game'),
  PLAYER_ODYSSEY_STAGING_URL: base('https://odyssey.sonic.game').optional(),
  PLAYER_STAKE_URL: orOff('https://stake.sonic.game/').optional(),
  PLAYER_PLAY_URL: orOff('https://odyssey.sonic.game/task').optional(),
  PLAYER_GAME: onOff,
  PLAYER_REFERRAL: onOff,
  PLAYER_ODYSSEY: onOff,
  PLAYER_TELEGRAM_WALLET: onOff,
}

type PlayerVariables = z.output<z.ZodObject<typeof playerVariables>>

/** The public settings of pages, which are the same whatever the app. */
type PublicSettings = Omit<PlayerConfig, 'initialized' | 'app' | 'production' | 'earn'>

export interface PlayerSettings extends PublicSettings {
  /** Undefined: the first app. */
  appId: string | undefined
  /** The addresses of tasks; null: none; undefined: what the app's brand decides. */
  earn: { [task in keyof PlayerConfig['earn']]: string | null | undefined }
}

const analyticsOf = (value: string): PlayerSettings['analytics'] => {
  const [kind = 'off', id = null] = value.split(':')
  return { kind: kind as PlayerSettings['analytics']['kind'], id }
}

/** Without a staging address, staging is the same as production. */
export const playerSettingsOf = (env: PlayerVariables): PlayerSettings => ({
  appId: env.PLAYER_APP_ID,
  apiUrl: env.PLAYER_API_URL,
  content: { url: env.PLAYER_CONTENT_URL, stagingUrl: env.PLAYER_CONTENT_STAGING_URL ?? env.PLAYER_CONTENT_URL },
  solana: { rpcUrl: env.PLAYER_SOLANA_RPC_URL ?? null, explorerUrl: env.PLAYER_SOLANA_EXPLORER_URL },
  telegram: { botName: env.PLAYER_TELEGRAM_BOT, appName: env.PLAYER_TELEGRAM_APP ?? null },
  supportEmail: env.PLAYER_SUPPORT_EMAIL ?? null,
  analytics: analyticsOf(env.PLAYER_ANALYTICS),
  odyssey: { url: env.PLAYER_ODYSSEY_URL, stagingUrl: env.PLAYER_ODYSSEY_STAGING_URL ?? env.PLAYER_ODYSSEY_URL },
  earn: { stakeUrl: env.PLAYER_STAKE_URL, playUrl: env.PLAYER_PLAY_URL },
  switches: {
    game: env.PLAYER_GAME,
    referral: env.PLAYER_REFERRAL,
    odyssey: env.PLAYER_ODYSSEY,
    telegramWallet: env.PLAYER_TELEGRAM_WALLET,
  },
})
