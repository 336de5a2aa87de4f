import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials, createTestApp, signInAs } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

const MARKUP = '<b onclick="x">Shop'
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

let solana: SolanaNode
let harness: ConsoleHarness
let appId: string
let userId: string
beforeAll(async () => {
  solana = await startSolana()
  harness = await openConsole('/apps', { environment: { OPENAUTH_SOLANA_RPC_URLS: solana.url } })
  const { server, adminToken } = harness
  appId = (await createTestApp(server, adminToken, MARKUP)).id
  userId = (await signInAs(server, appId, 'sender')).id
  const send = {
    userId,
    appId,
    rpcUrl: 'http://127.0.0.1:1',
    chain: 'solana',
    network: 'solana',
    kind: 'transfer',
    fromAddress: 'A'.repeat(44),
  } as const
  await server.resources.db.prisma.transaction.createMany({
    data: [
      { ...send, status: 'confirmed', amount: '1500000000', signature: SIGNATURE, settledAt: new Date() },
      {
        ...send,
        status: 'failed',
        amount: '7',
        error: '<script>insufficient</script>',
        network: 'base',
        chain: 'ethereum',
      },
    ],
  })
})
afterAll(async () => {
  await harness?.stop()
  await solana?.stop()
})

/** Opens a screen without a load, waits for a text, and looks at it as axe and a narrow window do. */
const see = async (path: string, text: string, picture: string) => {
  await harness.go(path)
  await expectText(harness.page, text)
  expect([path, await harness.overflow(), await harness.axe()]).toEqual([path, 0, []])
  await harness.shoot(picture)
}

test('transactions: amounts, states and explorer links; filters and search are in the address', async () => {
  const { page } = harness
  await see('/transactions', '1.5 SOL', 'transactions')
  const link = page.getByRole('link', { name: /^5VERv8/ })
  expect(await link.getAttribute('href')).toBe(`https://explorer.solana.com/tx/${SIGNATURE}`)
  await page.getByRole('row').filter({ hasText: 'Base' }).press('Enter')
  const panel = page.getByRole('dialog')
  await panel.getByText('<script>insufficient</script>').waitFor()
  await harness.shoot('transactions-details')
  await page.keyboard.press('Escape')
  await harness.go('/transactions?status=failed')
  await expectText(page, '1–1 of 1')
  await page.getByRole('button', { name: 'Remove filter State: Failed' }).click()
  await expectText(page, '1–2 of 2')
  await page.getByLabel('Search').fill(SIGNATURE)
  await expectText(page, '1–1 of 1')
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(SIGNATURE)
  await harness.go(`/apps/${appId}/transactions?kind=reply`)
  await expectText(page, 'No transaction matches')
})

test('a wallet shows what it holds on its chain; a network without a node says so', async () => {
  const { page, admin } = harness
  const { solWallet } = await admin.users.wallets({ appId, id: userId })
  await solana.fund(solWallet, 1_250_000_000n)
  await see(`/apps/${appId}/users/${userId}/wallets`, '1.25 SOL', 'user-balances')
  const sepolia = page.getByRole('listitem').filter({ hasText: /^Sepolia/ })
  await expect.poll(() => sepolia.innerText()).toContain('No node is set up')
})

test('a node that does not answer shows its reason to its end', async () => {
  const { page, admin } = harness
  const error = `The connection to ${'a-long-name.'.repeat(20)}example failed`
  const health = await admin.health.show()
  const nodes = health.nodes.flatMap((node) => [node, { ...node, host: 'gone.example', latencyMs: null, error }])
  await page.route('**/admin/health', (route) => route.fulfill({ json: { data: { ...health, nodes } } }))
  await see('/health', error, 'health-nodes')
  const texts = page.getByRole('list', { name: 'Chain nodes' }).locator('*')
  expect(await texts.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length)).toBe(0)
  await page.unroute('**/admin/health')
})

test('admins: created, renamed, also while another operator does, deleted after typing the name; the last one stays', async () => {
  const { page } = harness
  await see('/admins', 'Who may sign in to this console', 'admins')
  const menu = (name: string) => page.getByRole('button', { name: `Actions for ${name}` }).click()
  await menu('operator')
  const last = page.getByRole('menuitem', { name: 'The last admin cannot be deleted' })
  expect(await last.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create admin' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill('second admin')
  await dialog.getByLabel('Password', { exact: true }).fill('short')
  await dialog.getByLabel('Your own password', { exact: true }).fill(adminCredentials.password)
  await dialog.getByRole('button', { name: 'Create admin' }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill('long enough for all')
  await dialog.getByRole('button', { name: 'Create admin' }).click()
  await expectText(page, 'second admin is an admin now')
  await menu('second admin')
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const [, { id }] = (await harness.admin.admins.list()) as [unknown, { id: number }]
  await harness.admin.admins.update({ id, username: 'named elsewhere' })
  await dialog.getByLabel('Username').fill('third admin')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expectText(page, 'named elsewhere is the name now: somebody else changed it meanwhile')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expectText(page, 'The admin is called third admin now')
  await menu('third admin')
  await page.getByRole('menuitem', { name: 'Delete admin' }).click()
  await dialog.getByLabel('Type third admin to confirm').fill('third admin')
  await dialog.getByRole('button', { name: 'Delete admin' }).click()
  await expectText(page, 'third admin is deleted')
  expect((await harness.admin.admins.list()).map(({ username }) => username)).toEqual(['operator'])
})

test('own sessions: the current one is marked, all others end at once; the own password changes', async () => {
  const { page } = harness
  await see('/account/sessions', 'This session', 'own-sessions')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click()
  await expectText(page, /sessions? ended/)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.getByRole('row').count()).toBe(2)
  await see('/account/password', 'Your other sessions end', 'own-password')
  await page.getByLabel('Current password', { exact: true }).fill(adminCredentials.password)
  await page.getByLabel('New password', { exact: true }).fill('another password')
  await page.getByLabel('Repeat password', { exact: true }).fill('a different one')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectText(page, 'The two passwords differ')
  await page.getByLabel('Repeat password', { exact: true }).fill('another password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectText(page, 'Your password is changed')
  expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe('')
})

test('key-encryption keys: verified, rotated, rewrapped with progress, the old one retired by its name', async () => {
  const { page } = harness
  await see('/keys', 'Wraps new data keys', 'keys')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expectText(page, /^All \d+ of \d+ data keys open/)
  await page.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await expectText(page, /are wrapped under .* now/)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Rewrap' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rewrap' }).click()
  await expectText(page, /^Done: \d+ rewrapped, 0 under other keys, 0 failed/)
  await page.getByRole('button', { name: 'Retire' }).first().click()
  const label = await page
    .getByLabel(/^Type .* to confirm/)
    .evaluate((field: HTMLInputElement) => field.labels?.[0]?.textContent)
  const [, id = ''] = /^Type (.*) to confirm/.exec(label ?? '') ?? []
  await page.getByLabel(/^Type .* to confirm/).fill(id)
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await expectText(page, `${id} is retired`)
})

test('signing keys: a rotation with an overlap publishes the next key', async () => {
  const { page } = harness
  await see('/signing-keys', 'Signs', 'signing-keys')
  await page.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await expectText(page, 'Next, published')
})

test('health and jobs say what answers and what failed', async () => {
  const { page } = harness
  await see('/health', 'Chain nodes', 'health')
  await expectText(page, /^Answers in/)
  await see('/jobs', 'Nothing failed', 'jobs')
  await expectText(page, 'Notices of account changes')
  expect(harness.errors).toEqual([])
})
