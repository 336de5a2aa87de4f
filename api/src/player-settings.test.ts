import { describe, expect, test } from 'vitest'
import { readSettings } from './env.ts'

const playerOf = (environment: Record<string, string> = {}) => readSettings(environment).player

test('defaults need no setting: the front end of this server, with the wallet bot and the ecosystem’s sites', () => {
  expect(playerOf()).toEqual({
    appId: undefined,
    apiUrl: '',
    content: { url: '/content', stagingUrl: '/content' },
    solana: { rpcUrl: null, explorerUrl: 'https://explorer.solana.com/tx/{signature}' },
    telegram: { botName: 'sonic_wallet_bot', appName: null },
    supportEmail: null,
    analytics: { kind: 'off', id: null },
    odyssey: { url: 'https://odyssey.sonic.game', stagingUrl: 'https://odyssey.sonic.game' },
    earn: { stakeUrl: undefined, playUrl: undefined },
    switches: { game: true, referral: true, odyssey: true, telegramWallet: true },
  })
})

test('every setting can be set, and optional features can be disabled', () => {
  const player = playerOf({
    PLAYER_API_URL: 'https://auth.example.com/',
    PLAYER_CONTENT_URL: 'https://strapi.example.com/api/',
    PLAYER_SOLANA_RPC_URL: 'http://127.0.0.1:8899',
    PLAYER_SOLANA_EXPLORER_URL: 'https://solscan.io/tx/{signature}?cluster=devnet',
    PLAYER_TELEGRAM_BOT: '@Own_Bot',
    PLAYER_TELEGRAM_APP: 'play',
    PLAYER_ANALYTICS: 'gtag:G-AB12CD34',
    PLAYER_ODYSSEY_STAGING_URL: 'https://odyssey-dev.example.com',
    PLAYER_STAKE_URL: 'off',
    PLAYER_PLAY_URL: 'off',
    PLAYER_TELEGRAM_WALLET: 'off',
  })
  expect(player).toMatchObject({
    apiUrl: 'https://auth.example.com',
    content: { url: 'https://strapi.example.com/api', stagingUrl: 'https://strapi.example.com/api' },
    solana: { rpcUrl: 'http://127.0.0.1:8899', explorerUrl: 'https://solscan.io/tx/{signature}?cluster=devnet' },
    telegram: { botName: 'Own_Bot', appName: 'play' },
    analytics: { kind: 'gtag', id: 'G-AB12CD34' },
    odyssey: { url: 'https://odyssey.sonic.game', stagingUrl: 'https://odyssey-dev.example.com' },
    earn: { stakeUrl: null, playUrl: null },
    switches: { telegramWallet: false },
  })
  expect(playerOf({ PLAYER_TELEGRAM_BOT: 'off' }).telegram.botName).toBeNull()
  expect(playerOf({ PLAYER_STAKE_URL: '' }).earn.stakeUrl).toBeUndefined()
})

describe('values that pages cannot use, or that allow attacks, prevent the start and are named', () => {
  test.each([
    ['PLAYER_APP_ID', 'first'],
    ['PLAYER_API_URL', 'ftp://auth.example.com'],
    ['PLAYER_API_URL', '/api'],
    ['PLAYER_CONTENT_URL', '//evil.example'],
    ['PLAYER_CONTENT_URL', 'content'],
    ['PLAYER_CONTENT_STAGING_URL', 'javascript:alert(1)'],
    ['PLAYER_SOLANA_RPC_URL', 'wss://node.example.com'],
    ['PLAYER_SOLANA_RPC_URL', 'https://user:password@node.example.com'],
    ['PLAYER_SOLANA_EXPLORER_URL', 'https://explorer.example.com/tx/'],
    ['PLAYER_SOLANA_EXPLORER_URL', 'javascript:alert("{signature}")'],
    ['PLAYER_TELEGRAM_BOT', 'https://t.me/bot'],
    ['PLAYER_TELEGRAM_APP', 'a/b'],
    ['PLAYER_SUPPORT_EMAIL', 'support'],
    ['PLAYER_ANALYTICS', 'gtag'],
    ['PLAYER_ANALYTICS', "gtag:G-X';alert(1)"],
    ['PLAYER_ODYSSEY_URL', "https://a;script-src 'unsafe-inline'"],
    ['PLAYER_ODYSSEY_URL', 'https://a;script-src'],
    ['PLAYER_ODYSSEY_STAGING_URL', 'odyssey.example.com'],
    ['PLAYER_STAKE_URL', 'javascript:alert(1)'],
    ['PLAYER_PLAY_URL', 'none'],
    ['PLAYER_GAME', 'yes'],
    ['PLAYER_TELEGRAM_WALLET', 'false'],
  ])('%s=%s', (name, value) => {
    expect(() => playerOf({ [name]: value })).toThrow(
      expect.objectContaining({ name: 'SettingsError', message: expect.stringMatching(new RegExp(` ${name}: must `)) }),
    )
  })
})
