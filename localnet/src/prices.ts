import { createServer, type ServerResponse } from 'node:http'
import { closeServer, listenOnLoopback } from './loopback.ts'

/** Prices in dollars, by the ids of CoinGecko. */
const devPrices: Record<string, number> = {
  solana: 150,
  ethereum: 3000,
  'vara-network': 0.02,
  'usd-coin': 1,
  tether: 1,
}

export interface PriceServer {
  url: string
  /** Prices by id; changes apply from the next call on. */
  prices: Record<string, number>
  /** The ids and headers of each call so far. */
  calls: { ids: string[]; headers: Record<string, unknown> }[]
  /** Answered in place of prices while it is set. */
  fault: { status: number; body?: string } | undefined
  stop: () => Promise<void>
}

const answer = (response: ServerResponse, status: number, body: string): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(body)

/**
 * A price source on loopback with CoinGecko's form of answers: `GET /simple/price?ids=solana&vs_currencies=usd`.
 * https://docs.coingecko.com/reference/simple-price
 */
export const startPrices = async ({
  port = 0,
  prices = devPrices,
}: { port?: number; prices?: Record<string, number> } = {}): Promise<PriceServer> => {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const ids = (searchParams.get('ids') ?? '').split(',').filter(Boolean)
    const currency = searchParams.get('vs_currencies') ?? 'usd'
    started.calls.push({ ids, headers: request.headers })
    if (started.fault) return answer(response, started.fault.status, started.fault.body ?? '{}')
    if (pathname !== '/simple/price') return answer(response, 404, '{}')
    const found = ids.filter((id) => started.prices[id] !== undefined)
    answer(
      response,
      200,
      JSON.stringify(Object.fromEntries(found.map((id) => [id, { [currency]: started.prices[id] }]))),
    )
  })
  const listening = await listenOnLoopback(server, port)
  const started: PriceServer = {
    url: `http://127.0.0.1:${listening}`,
    prices: { ...prices },
    calls: [],
    fault: undefined,
    stop: () => closeServer(server),
  }
  return started
}
