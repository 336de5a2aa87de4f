import { generateKeyPairSync, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { ContractFactory, JsonRpcProvider, SigningKey, Wallet, hashMessage } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { inParallel } from '../../testing.ts'
import { type LoginWorld, pageOrigin, startLoginWorld } from './testing.ts'
import { ethereumWallet, solanaWallet, type TestWallet } from './wallets.testing.ts'
import { newEthereumAddress, newEthereumKey } from '../../lib/ethereum/addresses.testing.ts'

let harness: LoginWorld
let chain: EvmNode
beforeAll(async () => {
  chain = await startEvm()
  harness = await startLoginWorld({
    OPENAUTH_EVM_LOGIN_RPC_URL: chain.url,
    OPENAUTH_EVM_LOGIN_CHAIN_ID: String(chain.chainId),
    OPENAUTH_RATE_LIMIT_SCALE: '100',
  })
})
afterAll(async () => {
  await harness.stop()
  await chain.stop()
})

type Chain = 'ethereum' | 'solana'
const fieldOf = { ethereum: 'ethAddress', solana: 'solAddress' } as const
const walletOf = { ethereum: ethereumWallet, solana: solanaWallet }

const challenge = (on: Chain, address: string, uri = `${pageOrigin}/login?x=1`, appId = harness.app.id) =>
  harness.server.as().login.challenge({ appId, chain: on, address, uri })

const login = (on: Chain, body: object, appId = harness.app.id) =>
  harness.server.send('POST', `/user/login-${on}`, { body: { appId, ...body } })

const shown = async (on: Chain, wallet: TestWallet, message: string) => ({
  [fieldOf[on]]: wallet.address,
  message,
  signature: await wallet.sign(message),
})

describe.each(['ethereum', 'solana'] as const)('%s', (on) => {
  test('the message has domain, address, URI, nonce and times in the form of EIP-4361', async () => {
    const { address } = walletOf[on]()
    const { message, nonce, expiresAt } = await challenge(on, address)
    const name = on === 'ethereum' ? 'Ethereum' : 'Solana'
    const lines = message.split('\n')
    expect(lines.slice(0, 2)).toEqual([`localhost:5580 wants you to sign in with your ${name} account:`, address])
    expect(message).toContain(`\nURI: ${pageOrigin}/login\n`)
    expect(message).toContain(`\nNonce: ${nonce}\n`)
    expect(nonce).toMatch(/^[a-z0-9]{32}$/)
    const until = new Date(/^Expiration Time: (.+)$/m.exec(message)![1]!).getTime()
    expect([until, until - Date.now() <= 10 * 60_000]).toEqual([expiresAt, true])
  })

  test.each([
    ['another domain', (text: string) => text.replace('localhost:5580', 'evil.example')],
    ['another URI', (text: string) => text.replace('/login', '/other')],
    ['another chain', (text: string) => text.replace(/Chain ID: \w+/, 'Chain ID: 5')],
    ['a later end', (text: string) => text.replace(/Expiration Time: \d{4}/, 'Expiration Time: 2999')],
    ['another nonce', (text: string) => text.replace(/Nonce: \w+/, `Nonce: ${'a'.repeat(32)}`)],
    ['one blank more', (text: string) => `${text} `],
  ])('wallet signature replay: a message with %s is unknown, even with a valid signature', async (_, change) => {
    const wallet = walletOf[on]()
    const { message } = await challenge(on, wallet.address)
    const answer = await login(on, await shown(on, wallet, change(message)))
    expect([answer.status, answer.body.code]).toEqual([400, 'challenge_invalid'])
  })

  test('a challenge of another address or the other chain is refused', async () => {
    const [owner, thief] = [walletOf[on](), walletOf[on]()]
    const { message } = await challenge(on, owner.address)
    expect((await login(on, await shown(on, thief, message))).body.code).toBe('challenge_invalid')
    const otherChain = on === 'ethereum' ? 'solana' : 'ethereum'
    const other = walletOf[otherChain]()
    const crossed = await challenge(otherChain, other.address)
    expect((await login(on, await shown(on, owner, crossed.message))).body.code).toBe('challenge_invalid')
  })

  test("another wallet's signature over the owner's challenge is refused", async () => {
    const [owner, thief] = [walletOf[on](), walletOf[on]()]
    const { message } = await challenge(on, owner.address)
    const body = { [fieldOf[on]]: owner.address, message, signature: await thief.sign(message) }
    expect((await login(on, body)).body.code).toBe('signature_invalid')
  })

  test('a page of another origin gets no challenge', async () => {
    const { address } = walletOf[on]()
    for (const uri of ['https://evil.example', `${pageOrigin}@evil.example`, 'nonsense', 'javascript:1'])
      await expect(challenge(on, address, uri)).rejects.toMatchObject({ status: 403, code: 'origin_not_allowed' })
  })

  test('of 1,000 parallel uses of one nonce, one logs in', async () => {
    const wallet = walletOf[on]()
    const { message } = await challenge(on, wallet.address)
    const body = await shown(on, wallet, message)
    const statuses = await inParallel(1000, async () => (await login(on, body)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(999)
  })

  test('the legacy sentence is accepted only where the app allows it', async () => {
    const wallet = walletOf[on]()
    const { message } = await harness.server.as().account.config({ appId: harness.app.id })
    const body = { [fieldOf[on]]: wallet.address, signature: await wallet.sign(message) }
    expect((await login(on, body)).body.code).toBe('challenge_required')
    const old = await harness.newApp(`Old clients on ${on}`)
    await harness.admin.apps.update({ id: old.id, legacyWalletLogin: true })
    const sentence = `By signing, you are proving you own this wallet and logging in Old clients on ${on}.`
    const legacy = { [fieldOf[on]]: wallet.address, signature: await wallet.sign(sentence) }
    expect((await login(on, legacy, old.id)).status).toBe(200)
    expect((await login(on, body, old.id)).body.code).toBe('signature_invalid')
  })

  test.each(['', '0x', 'not base58 0OIl', '0x1234', 'é'.repeat(20), `0x${'0'.repeat(39)}g`])(
    'the address %j is refused with its reason',
    async (address) => {
      const { status, body } = await harness.server.send('POST', '/user/challenge', {
        body: { appId: harness.app.id, chain: on, address, uri: pageOrigin },
      })
      expect([status, body.code]).toEqual([400, 'invalid_input'])
    },
  )

  test.each(['x', '0x', '1'.repeat(88), `0x${'0'.repeat(130)}`, `0x${'f'.repeat(130)}`, `0x${'ab'.repeat(4000)}`])(
    'the signature %.20s is refused without a server error',
    async (signature) => {
      const wallet = walletOf[on]()
      const { message } = await challenge(on, wallet.address)
      const answer = await login(on, { [fieldOf[on]]: wallet.address, message, signature })
      expect(answer.status).toBe(400)
    },
  )
})

describe('Ethereum signatures', () => {
  test('an address in any case is one account; a wrong checksum is refused', async () => {
    const wallet = newEthereumKey()
    const asTestWallet = { address: wallet.address.toLowerCase(), sign: (text: string) => wallet.signMessage(text) }
    const { message } = await challenge('ethereum', asTestWallet.address)
    expect(message.split('\n')[1]).toBe(wallet.address)
    expect((await login('ethereum', await shown('ethereum', asTestWallet, message))).status).toBe(200)
    const broken = wallet.address.replace(/[a-f]/, (letter) => letter.toUpperCase())
    if (broken !== wallet.address)
      await expect(challenge('ethereum', broken)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('the second form of a signature, with the complementary s, is refused', async () => {
    const wallet = newEthereumKey()
    const { message } = await challenge('ethereum', wallet.address)
    const { r, s, v } = new SigningKey(wallet.privateKey).sign(hashMessage(message))
    const order = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141')
    const highS = (order - BigInt(s)).toString(16).padStart(64, '0')
    const signature = `${r}${highS}${(v === 27 ? 28 : 27).toString(16)}`
    const answer = await login('ethereum', { ethAddress: wallet.address, message, signature })
    expect(answer.body.code).toBe('signature_invalid')
  })
})

describe('contract wallets (ERC-1271)', () => {
  /**
   * Runtime code that returns the magic value if the first byte of the signature is 0x01, and 0 otherwise:
   * CALLDATALOAD(100) is the signature's first word; its top byte, compared with 1, is multiplied by the selector
   * shifted to the left.
   */
  const runtime = '60643560f81c600114631626ba7e0260e01b60005260206000f3'

  const deploy = async (): Promise<string> => {
    const provider = new JsonRpcProvider(chain.url)
    const size = (runtime.length / 2).toString(16).padStart(2, '0')
    const initCode = `0x60${size}600c60003960${size}6000f3${runtime}`
    const signer = await provider.getSigner(0).catch(() => undefined)
    const factory = new ContractFactory([], initCode, signer ?? (await fundedWallet(provider)))
    const contract = await factory.deploy()
    await contract.waitForDeployment()
    provider.destroy()
    return contract.getAddress()
  }
  const fundedWallet = async (provider: JsonRpcProvider) => {
    const wallet = Wallet.createRandom(provider)
    await provider.send('anvil_setBalance', [wallet.address, '0x8ac7230489e80000'])
    return wallet
  }

  test('the contract decides, by a call over the configured endpoint', async () => {
    const ethAddress = await deploy()
    const { message } = await challenge('ethereum', ethAddress)
    expect((await login('ethereum', { ethAddress, message, signature: '0x01aabb' })).status).toBe(200)
    const second = await challenge('ethereum', ethAddress)
    const refused = await login('ethereum', { ethAddress, message: second.message, signature: '0x02aabb' })
    expect(refused.body.code).toBe('signature_invalid')
  })

  test('an address without code, and a server without an endpoint, refuse', async () => {
    const ethAddress = newEthereumAddress()
    const { message } = await challenge('ethereum', ethAddress)
    expect((await login('ethereum', { ethAddress, message, signature: '0x01aabb' })).body.code).toBe(
      'signature_invalid',
    )
  })

  test('an endpoint that does not answer is reported as such', async () => {
    const ownWorld = await startLoginWorld({ OPENAUTH_EVM_LOGIN_RPC_URL: 'http://127.0.0.1:9' })
    const ethAddress = newEthereumAddress()
    const asked = { appId: ownWorld.app.id, chain: 'ethereum', address: ethAddress, uri: pageOrigin } as const
    const { message } = await ownWorld.server.as().login.challenge(asked)
    const answer = await ownWorld.server.send('POST', '/user/login-ethereum', {
      body: { appId: ownWorld.app.id, ethAddress, message, signature: '0x01aabb' },
    })
    expect([answer.status, answer.body.code]).toEqual([502, 'chain_unavailable'])
    await ownWorld.stop()
  })

  test('a contract of another chain than users sign for does not decide', async () => {
    const ethAddress = await deploy()
    const settings = { OPENAUTH_EVM_LOGIN_RPC_URL: chain.url, OPENAUTH_EVM_LOGIN_CHAIN_ID: '424242' }
    const ownWorld = await startLoginWorld(settings)
    const asked = { appId: ownWorld.app.id, chain: 'ethereum', address: ethAddress, uri: pageOrigin } as const
    const { message } = await ownWorld.server.as().login.challenge(asked)
    const answer = await ownWorld.server.send('POST', '/user/login-ethereum', {
      body: { appId: ownWorld.app.id, ethAddress, message, signature: '0x01aabb' },
    })
    expect([answer.status, answer.body.code]).toEqual([502, 'chain_unavailable'])
    await ownWorld.stop()
  })
})

test.each(['11111111111111111111111111111111', '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'])(
  'the Solana address %s, for which anybody can sign, is refused',
  async (address) => {
    // R is the identity and S zero: valid for keys of small order with a probability of one in the order.
    const forged = base58.encode(Buffer.from(`01${'00'.repeat(63)}`, 'hex'))
    for (let turn = 0; turn < 16; turn += 1) {
      const { message } = await challenge('solana', address)
      const answer = await login('solana', { solAddress: address, message, signature: forged })
      expect(answer.body.code).toBe('signature_invalid')
    }
  },
)

test('a Solana signature of the right key over another text is refused', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const address = base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
  const { message } = await challenge('solana', address)
  const signature = base58.encode(sign(null, Buffer.from(`${message}\n`), privateKey))
  const answer = await login('solana', { solAddress: address, message, signature })
  expect(answer.body.code).toBe('signature_invalid')
})
