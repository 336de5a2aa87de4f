import Fastify from 'fastify'
import { allowance, createFaucet } from './faucet.ts'
import type { FundedAddresses, FundedChains } from './funded.ts'

/** The addresses of everything, for people who open the faucet's address. */
const describe = ({ solana, evm, vara, mint, token }: FundedChains) => ({
  solana: { url: solana.url, wsUrl: solana.wsUrl, mint: { address: mint.address, decimals: mint.decimals } },
  ethereum: { url: evm.url, chainId: evm.chainId, token: { address: token.address, decimals: token.decimals } },
  vara: { url: vara.url, wsUrl: vara.wsUrl },
  faucet: {
    request: 'POST /fund',
    body: { solana: 'an address', ethereum: 'an address', vara: 'an address' },
    fillsUpTo: Object.fromEntries(
      Object.entries(allowance).map(([chain, amounts]) => [
        chain,
        Object.fromEntries(Object.entries(amounts).map(([unit, amount]) => [unit, String(amount)])),
      ]),
    ),
  },
})

/**
 * Serves the faucet on loopback: `POST /fund {"solana"?, "ethereum"?, "vara"?}`. An invalid address is answered with
 * 400. Throws EADDRINUSE where the port is taken.
 */
export const startFaucet = async (chains: FundedChains, port = 0) => {
  const fund = createFaucet(chains)
  const app = Fastify({ forceCloseConnections: true })
  app.get('/', async () => describe(chains))
  app.post('/fund', async (request) => fund(request.body as FundedAddresses))
  const url = await app.listen({ host: '127.0.0.1', port })
  return { url, fund, stop: () => app.close() }
}
