import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Transaction } from '@openauth/client'
import { vi } from 'vitest'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../../testing.ts'

export interface FaultProxy {
  url: string
  /** Methods whose calls are dropped before they reach the node. */
  drop: Set<string>
  /** Methods whose calls reach the node and whose responses are dropped. */
  dropResponse: Set<string>
  /** Fixed responses by method. */
  replies: Map<string, unknown>
  /** Functions that respond by method; undefined passes the call to the node. */
  once: Map<string, (params: unknown[]) => unknown>
  /** How often each method was called. */
  calls: Map<string, number>
  close: () => void
}

/** A proxy before a node that drops calls or replaces responses, to simulate network failures. */
export const startFaultProxy = async (
  nodeUrl: string,
  /** Called before each call is passed to the node. */
  onCall: (method: string) => Promise<unknown> | void = () => {},
): Promise<FaultProxy> => {
  const [drop, dropResponse, replies] = [new Set<string>(), new Set<string>(), new Map<string, unknown>()]
  const calls = new Map<string, number>()
  const once: FaultProxy['once'] = new Map()
  const headers = { 'content-type': 'application/json' }
  const server: Server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { method, id, params } = JSON.parse(body) as { method: string; id: number; params: unknown[] }
      calls.set(method, (calls.get(method) ?? 0) + 1)
      await onCall(method)
      if (drop.has(method)) return request.socket.destroy()
      const answer = replies.get(method) ?? (await once.get(method)?.(params))
      if (answer !== undefined) {
        if (typeof answer === 'object' && answer !== null && 'status' in answer)
          return void response.writeHead(answer.status as number).end('<html>Sorry</html>')
        return void response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id, ...(answer as object) }))
      }
      const passed = await fetch(nodeUrl, { method: 'POST', headers, body }).catch(() => undefined)
      const content = await passed?.text()
      if (!passed || dropResponse.has(method)) return request.socket.destroy()
      response.writeHead(passed.status, headers).end(content)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    drop,
    dropResponse,
    replies,
    once,
    calls,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export interface Sender extends TestUser {
  solana: string
  ethereum: string
  vara: string
  /** Runs the monitor for this user's transactions at once. */
  checkTransactions: () => Promise<void>
}

export interface SendHarness {
  server: TestServer
  app: TestApp
  other: TestApp
  adminToken: string
  user: () => Promise<Sender>
  stop: () => Promise<void>
}

/** Starts a server with two apps, for sends through the nodes of these settings. */
export const startSendHarness = async (environment: Record<string, string>): Promise<SendHarness> => {
  const server = await testServer(environment)
  const adminToken = await signInAsAdmin(server)
  const app = await createTestApp(server, adminToken, 'Sends')
  const other = await createTestApp(server, adminToken, 'Other')
  let serial = 0
  return {
    server,
    app,
    other,
    adminToken,
    user: async () => {
      const user = await signInAs(server, app.id, `sender ${(serial += 1)}`)
      const { solWallet, ethWallet, dotWallet } = await user.client.account.wallets()
      const checkTransactions = () => server.checkTransactions(user.id)
      return { ...user, solana: solWallet, ethereum: ethWallet, vara: dotWallet, checkTransactions }
    },
    stop: server.stop,
  }
}

/** All of a user's transactions. */
export const ledgerOf = async ({ client }: TestUser): Promise<Transaction[]> => {
  const rows: Transaction[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = await client.transactions.list({ page, limit: 100 })
    rows.push(...data)
    if (page >= meta.totalPages) return rows
  }
}

/** Runs the monitor until each of a user's transactions has one of these statuses. */
export const waitForStatuses = async (
  user: TestUser & Partial<Sender>,
  states: Transaction['status'][],
  timeout = 120_000,
): Promise<Transaction[]> =>
  vi.waitFor(
    async () => {
      await user.checkTransactions?.()
      const rows = await ledgerOf(user)
      const others = rows.filter(({ status }) => !states.includes(status))
      if (rows.length === 0 || others.length > 0)
        throw new Error(`${others.length} of ${rows.length}: ${others[0]?.status}`)
      return rows
    },
    { timeout, interval: 300 },
  )
