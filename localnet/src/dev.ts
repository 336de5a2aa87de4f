import { evmNetworks } from '@openauth/client'
import { type ChainPorts, chainPorts, type Chains, startChains } from './chains.ts'
import { startDemo } from './demo.ts'
import { startOidcIssuer } from './oidc-issuer.ts'
import { startPrices } from './prices.ts'
import { appSettings, type IdentityWorld, startIdentityWorld } from './identity/index.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

/** Fixed addresses of the development world, so that bookmarks and stored settings stay valid. */
const fixedPorts = { world: 5580, smtp: 5525, demo: 5581, prices: 5582, oidc: 5583, webhooks: 5584, chains: chainPorts }
/** Free ports, for a second development world on the same machine. */
const freePorts: Ports = { world: 0, smtp: 0, demo: 0, prices: 0, oidc: 0, webhooks: 0, chains: {} }

interface Ports {
  world: number
  smtp: number
  demo: number
  prices: number
  oidc: number
  webhooks: number
  chains: Partial<ChainPorts>
}

/** Sepolia's chain id, which anvil uses. */
const SEPOLIA = 11_155_111

/** The app that `npm run dev` creates in a database that does not have it. */
const appId = '0de00000-0000-4000-8000-000000000001'

/** The client of the OpenID Connect issuer. The callbacks of every app on loopback are registered with it. */
const oidcClient = {
  clientId: 'openauth-dev',
  clientSecret: 'openauth-dev-secret-for-loopback-only',
  redirectUris: [/^http:\/\/(?:127\.0\.0\.1|localhost):\d{1,5}\/auth\/[0-9a-f-]{36}\/oidc\/callback\/[a-z0-9-]+$/],
}

/** The demo app's settings for the identity world. */
const settingsOf = (world: IdentityWorld, demoUrl: string, apiUrl: string) => ({
  id: appId,
  name: 'Demo',
  settings: {
    description: 'Made by npm run dev: every login method, wired to the providers on loopback',
    redirectOrigins: [demoUrl, new URL(apiUrl).origin],
    ...appSettings(world),
  },
})

/** `bscTestnet` → `OPENAUTH_EVM_BSC_TESTNET_RPC_URLS` */
const evmVariable = (network: string): string =>
  `OPENAUTH_EVM_${network.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_RPC_URLS`

/** The server's settings for the chains: those on loopback, and the other networks off, so that none needs the internet. */
const chainSettings = ({ solana, evm, vara }: Chains) => ({
  ...Object.fromEntries(evmNetworks.map((network) => [evmVariable(network), 'off'])),
  OPENAUTH_SOLANA_RPC_URLS: solana.url,
  OPENAUTH_EVM_SEPOLIA_RPC_URLS: evm.url,
  OPENAUTH_VARA_RPC_URLS: vara.url,
})

/** The player app's settings for the chains. Solana's explorer reads a node on the browser's loopback. */
const playerSettings = ({ solana }: Chains) => ({
  PLAYER_SOLANA_EXPLORER_URL: `https://explorer.solana.com/tx/{signature}?cluster=custom&customUrl=${encodeURIComponent(solana.url)}`,
  PLAYER_SUPPORT_EMAIL: 'support@example.com',
})

const table = ({
  solana,
  evm,
  vara,
  mint,
  token,
  faucetUrl,
}: Chains) => `Solana     ${solana.url}   mint ${mint.address}
EVM        ${evm.url}   as sepolia, token ${token.address}
Vara       ${vara.url}
Faucet     ${faucetUrl}`

/** Starts the parts one by one. If one fails, the parts that were started are stopped. */
const start = async (apiUrl: string, ports: Ports) => {
  const chains = await startChains({ ports: ports.chains, evmChainId: SEPOLIA, keepAlive: { tell: console.error } })
  const stops = [chains.stop]
  const stop = async () => void (await Promise.all(stops.map((end) => end())))
  try {
    const oidc = await startOidcIssuer({ port: ports.oidc, clients: [oidcClient] })
    stops.push(oidc.stop)
    const { clientId, clientSecret } = oidcClient
    const world = await startIdentityWorld({
      port: ports.world,
      smtpPort: ports.smtp,
      oidcClient: { issuer: oidc.issuer, clientId, clientSecret },
    })
    stops.push(world.stop)
    const prices = await startPrices({ port: ports.prices })
    stops.push(prices.stop)
    const webhooks = await startWebhookReceiver({ port: ports.webhooks })
    stops.push(webhooks.stop)
    const telegramBotId = world.telegram.bots.own.id
    const demo = await startDemo({ port: ports.demo, apiUrl, appId, worldUrl: world.url, telegramBotId })
    stops.push(demo.stop)
    return { chains, world, oidc, demo, prices, webhooks, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Runs the identity providers, the chains and the demo page for a server at `apiUrl` (the first argument). Sends the
 * parent process what that server needs: its environment, the demo app, and the faucet for its users' wallets. Ends
 * with the parent.
 */
const run = async (apiUrl: string, ports: Ports): Promise<void> => {
  const { chains, world, oidc, demo, prices, webhooks, stop } = await start(apiUrl, ports)
  const end = async () => {
    await stop()
    process.exit(0)
  }
  process.once('SIGINT', () => void end())
  process.once('SIGTERM', () => void end())
  process.once('disconnect', () => void end())
  console.log(`Demo page  ${demo.url}
Providers  ${world.url}   outbox ${world.url}/outbox
OpenID     ${oidc.issuer}   client ${oidcClient.clientId}
Prices     ${prices.url}
Webhooks   ${webhooks.url}   a receiver that verifies and shows what it gets
${table(chains)}`)
  process.send?.({
    environment: {
      ...world.environment,
      ...chainSettings(chains),
      ...playerSettings(chains),
      OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1',
      OPENAUTH_PRICE_URL: prices.url,
    },
    app: settingsOf(world, demo.url, apiUrl),
    faucetUrl: chains.faucetUrl,
    providersUrl: world.url,
    demoUrl: demo.url,
  })
}

const [apiUrl = 'http://127.0.0.1:5566', choice] = process.argv.slice(2)
run(apiUrl, choice === '--free-ports' ? freePorts : fixedPorts).catch((error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException
  console.error(code === 'EADDRINUSE' ? `${message}. Is another npm run dev running?` : message)
  process.exit(1)
})
