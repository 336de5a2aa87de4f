import { setTimeout as wait } from 'node:timers/promises'
import type { Client, Transaction } from '@openauth/client'
import type { Tokens } from './faucet.ts'
import type { Recorder } from './recorder.ts'

/** The recipients: addresses without known keys. */
export interface Payees {
  solana: string
  ethereum: string
  vara: string
}

/** How long a transaction may take until it is included, and how often the list is read. Milliseconds. */
const CONFIRMED_WITHIN = 60_000
const READ_EVERY = 500

const transactionOf = async (client: Client, idempotencyKey: string): Promise<Transaction | undefined> =>
  (await client.transactions.list({ idempotencyKey })).data[0]

/** Reads the user's list until the send is confirmed. Throws if it fails, expires, or takes too long. */
const confirmed = async (client: Client, key: string): Promise<void> => {
  let last: Transaction | undefined
  for (const deadline = Date.now() + CONFIRMED_WITHIN; Date.now() < deadline; await wait(READ_EVERY)) {
    last = await transactionOf(client, key)
    if (last?.status === 'confirmed') return
    if (last?.status === 'failed' || last?.status === 'expired') break
  }
  throw new Error(`is ${last?.status ?? 'not listed'} (${last?.error ?? 'no error'}), signature ${last?.signature}`)
}

/** One send of each kind, on all three chains; amounts in smallest units. */
const sendsOf = (client: Client, { mint, token }: Tokens, to: Payees) => ({
  solana: {
    coin: (key: string) =>
      client.solana.sendToken({ address: to.solana, token: 'SOL', amount: '1000000', idempotencyKey: key }),
    token: (key: string) =>
      client.solana.sendToken({ address: to.solana, token: mint, amount: '1000', idempotencyKey: key }),
  },
  ethereum: {
    coin: (key: string) =>
      client.ethereum.sendToken({ chainName: 'sepolia', toAddress: to.ethereum, amount: '1000', idempotencyKey: key }),
    token: (key: string) =>
      client.ethereum.sendToken({
        chainName: 'sepolia',
        toAddress: to.ethereum,
        amount: '1000',
        tokenAddress: token,
        idempotencyKey: key,
      }),
  },
  vara: {
    message: (key: string) =>
      client.vara.sendMessage({ destination: to.vara, payload: key, value: '1000000000000', idempotencyKey: key }),
  },
})

/** Sends on every chain, one after the other, and waits until each send is confirmed. */
export const sendEverywhere = async (
  client: Client,
  { recorder, tokens, payees }: { recorder: Recorder; tokens: Tokens; payees: Payees },
  think: () => Promise<void>,
): Promise<void> => {
  for (const [chain, sends] of Object.entries(sendsOf(client, tokens, payees))) {
    for (const [what, send] of Object.entries(sends)) {
      const key = `${chain} ${what} ${crypto.randomUUID()}`
      await send(key)
      await recorder.timed(`${chain} confirms`, () => confirmed(client, key))
      await think()
    }
  }
}
