// Compares signing as the server does it, which opens two seals, with the bare signature: one process on one core.
import { createHash, createPrivateKey, randomBytes, randomUUID, sign } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sr25519KeypairFromSeed, sr25519Sign, waitReady } from '@polkadot/wasm-crypto'
import secp256k1 from 'secp256k1'
import type { Chain, StoredWallet } from '../api/src/custody/index.ts'
import { createKeyring, createWalletSigner, openWalletSecret, sealedWallets } from '../api/src/custody/testing.ts'
import { erc20 } from '../api/src/lib/ethereum/erc20.ts'
import { buildMessage } from '../api/src/lib/vara/build.ts'
import { createVaraRpc } from '../api/src/lib/vara/rpc.ts'
import { startVara } from '@openauth/localnet/vara'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 2)

const folder = await mkdtemp(join(tmpdir(), 'openauth-bench-signing-'))
const { keys } = await createKeyring(join(folder, 'keyring.json'))
const owner = { appId: randomUUID(), userId: randomUUID() }
const { kekId, wrappedKey, wallets } = await sealedWallets(keys, owner)
const walletOf = (chain: Chain): StoredWallet & { address: string } => {
  const { address, sealedSecret } = wallets.find((wallet) => wallet.chain === chain)!
  return { owner, chain, kekId, wrappedKey, sealedSecret, address }
}
const signer = createWalletSigner(async () => keys)
const secretOf = (wallet: StoredWallet) => openWalletSecret(keys, wallet.owner, wallet)

/** Calls per second of processor time, which other programs on the machine disturb less than elapsed time. */
const perSecond = async (work: (call: number) => unknown): Promise<number> => {
  const start = process.cpuUsage()
  const end = performance.now() + seconds * 1000
  let calls = 0
  for (; performance.now() < end; calls += 1) await work(calls)
  const { user, system } = process.cpuUsage(start)
  return calls / ((user + system) / 1e6)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Alternates the two, so that a disturbance of the machine affects both. The first round of each warms up. */
const alternate = async (ours: (call: number) => unknown, baseline: (call: number) => unknown) => {
  const rates = { ours: [] as number[], baseline: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    rates.baseline.push(await perSecond(baseline))
    rates.ours.push(await perSecond(ours))
  }
  return { ours: median(rates.ours.slice(1)), baseline: median(rates.baseline.slice(1)) }
}

const solana = async () => {
  const wallet = walletOf('solana')
  const message = randomBytes(200)
  const secret = await secretOf(wallet)
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: '', d: secret.toString('base64url') }
  return alternate(
    () => signer.solanaMessage(wallet, message),
    () => sign(null, message, createPrivateKey({ key: jwk, format: 'jwk' })),
  )
}

const evm = async () => {
  const wallet = walletOf('ethereum')
  const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const fees = { maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
  const data = erc20.encodeFunctionData('transfer', [to, 1_000_000n])
  const digest = createHash('sha256').update('anything').digest()
  return alternate(
    (nonce) => signer.evmTransaction(wallet, { chainId: 1, nonce, to, value: 0n, data, gasLimit: 65_000n, fees }),
    async () => {
      const secret = await secretOf(wallet)
      secp256k1.ecdsaSign(digest, secret)
      secret.fill(0)
    },
  )
}

const vara = async () => {
  await waitReady()
  const node = await startVara()
  const wallet = walletOf('polkadot')
  await node.fund(wallet.address, 100_000_000_000_000n)
  const rpc = createVaraRpc({ url: node.url })
  const destination = `0x${'ab'.repeat(32)}`
  const built = await buildMessage(rpc, { from: wallet.address, destination, payload: randomBytes(100) })
  await node.stop()
  const secret = await secretOf(wallet)
  const unsigned = built.withNonce(1)
  const bare = () => {
    const pair = sr25519KeypairFromSeed(secret)
    return sr25519Sign(pair.subarray(64), pair.subarray(0, 64), unsigned.payload)
  }
  const signature = await alternate(() => signer.varaPayload(wallet, unsigned.payload), bare)
  const whole = await alternate(async (nonce) => {
    const next = built.withNonce(nonce)
    next.assemble(await signer.varaPayload(wallet, next.payload))
  }, bare)
  return { signature, whole }
}

console.log(JSON.stringify({ solana: await solana(), evm: await evm(), vara: await vara() }))
await rm(folder, { recursive: true, force: true })
