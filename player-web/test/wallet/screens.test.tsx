import { text } from 'node:stream/consumers'
import { clientOf, defaultBrandNames, type EndpointTable, type PlayerConfig } from '@openauth/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { prerenderToNodeStream } from 'react-dom/static'
import { Route, Routes, StaticRouter } from 'react-router-dom'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AppConfig, ConfigContext } from '../../src/config/config.ts'
import WalletRoutes from '../../src/features/wallet/wallet-routes.tsx'

const SOL = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const wallets = { solWallet: SOL, ethWallet: '0x52908400098527886E0F7030069857D2E4169EE7', dotWallet: '5Grwva' }
const profile = { id: 'u1', username: 'ann', displayName: null, avatar: null, referCode: 'ABCDEFGH', email: null }

const session = vi.hoisted(() => ({ now: {} as Record<string, unknown>, isTelegram: false }))
vi.mock('@openauth/client/react', () => ({
  useOpenAuth: () => session.now,
  useLogin: () => ({ submit: () => {}, redirect: () => {}, isPending: false, error: null }),
}))
vi.mock('../../src/host/detect.ts', () => ({
  isTelegram: () => session.isTelegram,
  initData: () => undefined,
  startParam: () => undefined,
  loadHost: () => Promise.resolve(null),
}))

const loggedIn = {
  status: 'ready',
  isAuthorized: true,
  profile,
  token: 't',
  config: { privateKeyExport: true },
  callsOf: (table: EndpointTable) =>
    clientOf(table, () => Promise.reject(new Error('a screen of this test calls nothing'))),
}
const loggedOut = { ...loggedIn, isAuthorized: false, profile: null, token: null }

const brand = {
  ...defaultBrandNames,
  logoUrl: null,
  loginPictureUrl: null,
  bannerUrl: null,
  color: null,
  texts: {},
}

const config = (supportEmail: string | null): AppConfig => {
  const site = { url: '', stagingUrl: '' }
  const whole: PlayerConfig & { app: NonNullable<PlayerConfig['app']> } = {
    initialized: true,
    production: true,
    apiUrl: '',
    content: site,
    odyssey: site,
    supportEmail,
    app: {
      id: 'a',
      name: 'App',
      description: null,
      logoUrl: null,
      methods: ['tiktok', 'username'],
      connections: [],
      brand,
      tapGame: true,
    },
    solana: { rpcUrl: null, explorerUrl: 'https://explorer.example/{signature}' },
    telegram: { botName: null, appName: null },
    analytics: { kind: 'off', id: null },
    earn: { stakeUrl: null, playUrl: null },
    switches: { game: true, referral: true, odyssey: true, telegramWallet: true },
  }
  return whole
}

const known = () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  queryClient.setQueryData(['account', 'wallets', {}, 'u1'], wallets)
  const balances = [
    { token: null, amount: '1234567890', decimals: 9, symbol: 'SOL' },
    { token: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', amount: '25', decimals: 1, symbol: null },
  ]
  queryClient.setQueryData(['wallets', 'balances', { network: 'solana' }, 'u1'], { address: SOL, balances })
  queryClient.setQueryData(
    ['dappPermissions', 'list', {}, 'u1'],
    [{ id: 'p', origin: 'https://dapp.example', name: '<i>Dapp</i>', createdAt: 0, lastUsedAt: 0 }],
  )
  const landed = { signature: 's1', at: 0, failed: false, token: null, change: '5', counterparty: SOL }
  queryClient.setQueryData(['wallets', 'history', { network: 'solana', limit: 15 }, 'u1'], {
    pages: [[landed]],
    pageParams: [''],
  })
  queryClient.setQueryData(['transactions', 'list', { page: 1, limit: 20 }, 'u1'], { data: [], meta: {} })
  return queryClient
}

/** What the page shows at an address, once its parts are loaded. */
const open = async (path: string, email: string | null = 'help@app.example') => {
  const { prelude } = await prerenderToNodeStream(
    <ConfigContext value={config(email)}>
      <QueryClientProvider client={known()}>
        <StaticRouter location={path}>
          <Routes>
            <Route path="/wallet/*" element={<WalletRoutes />} />
          </Routes>
        </StaticRouter>
      </QueryClientProvider>
    </ConfigContext>,
  )
  // React parts neighbouring texts by comments.
  return (await text(prelude)).replaceAll('<!-- -->', '')
}

beforeAll(() => void vi.stubGlobal('location', new URL('https://app.example/wallet')))
afterAll(() => void vi.unstubAllGlobals())
beforeEach(() => {
  session.now = loggedIn
  session.isTelegram = false
})

describe('without a login', () => {
  test.each(['', '/send', '/export', '/history'])(
    '/wallet%s shows the login button and the support address',
    async (path) => {
      session.now = loggedOut
      const html = await open(`/wallet${path}`)
      expect(html).toContain('Log In to Claim Rewards Now!')
      expect(html).toContain('href="mailto:help@app.example"')
      expect(html).not.toContain('Export Private Key')
    },
  )

  test('no support address is shown where the operator set none', async () => {
    session.now = loggedOut
    expect(await open('/wallet', null)).not.toContain('mailto:')
  })

  test('while the session is unknown, neither is shown', async () => {
    session.now = { ...loggedOut, status: 'loading' }
    const html = await open('/wallet')
    expect(html).toContain('Loading...')
    expect(html).not.toContain('Log In')
  })
})

describe('the first screen', () => {
  test('shows the user, the balance with nine decimals, and links to the other screens', async () => {
    const html = await open('/wallet')
    expect(html).toContain('ann')
    expect(html).toContain('7xKXtg2CW87d...3TZRuJosgAsU')
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain('1.234567890 SOL')
    for (const path of ['send', 'receive', 'history', 'export', 'apps', 'support'])
      expect(html).toContain(`href="/wallet/${path}"`)
    expect(html).toContain('Log Out')
    expect(html).toMatch(/EPjFWd\.\.\.[\s\S]*2\.5/)
  })

  test('the mini-app has no logout, and no support link without a support address', async () => {
    session.isTelegram = true
    const html = await open('/wallet', null)
    expect(html).not.toContain('Log Out')
    expect(html).not.toContain('Contact support')
  })

  test('a profile that could not be loaded shows an error', async () => {
    session.now = { ...loggedIn, profile: null }
    expect(await open('/wallet')).toContain('Your profile could not be loaded.')
  })
})

describe('the other screens', () => {
  test('each has one heading and a link back', async () => {
    for (const path of ['apps', 'export', 'history', 'policy', 'receive', 'send', 'support']) {
      const html = await open(`/wallet/${path}`)
      expect(html.match(/<h1/g)).toHaveLength(1)
      expect(html).toMatch(/<a [^>]*aria-label="Back to wallet" href="\/wallet"/)
    }
  })

  test('send is filled in from its link, and sends nothing without a confirmation', async () => {
    const html = await open(`/wallet/send?address=${SOL}&amount=1.5`)
    expect(html).toContain(`value="${SOL}"`)
    expect(html).toContain('value="1.5"')
    expect(html).toContain('Balance: 1.234567890 SOL')
    expect(html).toContain('Insufficient balance')
  })

  test('receive shows the address as a QR code and in full', async () => {
    const html = await open('/wallet/receive')
    expect(html).toContain('aria-label="QR code of your Solana address"')
    expect(html).toContain(`>${SOL}<`)
    expect(html).toContain('Copy Address')
  })

  test('export warns, and shows no key', async () => {
    const html = await open('/wallet/export')
    expect(html).toContain('Anyone with your secret will have complete control of your account.')
    expect(html).toContain('Show Private Key')
  })

  test('history links to the explorer', async () => {
    const html = await open('/wallet/history')
    expect(html).toContain('href="https://explorer.example/s1"')
    expect(html).toContain('Received')
  })

  test("a connected app's name is shown as text, not markup", async () => {
    const html = await open('/wallet/apps')
    expect(html).toContain('https://dapp.example')
    expect(html).toContain('&lt;i&gt;Dapp')
  })

  test('support and policy name the support address; policy links to the privacy policy', async () => {
    expect(await open('/wallet/support')).toContain('Copy Email')
    const html = await open('/wallet/policy')
    expect(html).toContain('Copy Email')
    expect(html).toContain('href="/privacy"')
  })

  test('no element has an inline style, which the content security policy blocks', async () => {
    for (const path of ['', '/send', '/receive', '/export', '/history', '/apps', '/support'])
      expect(await open(`/wallet${path}`)).not.toMatch(/\sstyle=|<style/)
  })
})
