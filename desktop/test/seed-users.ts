import { createTestApp, signInAs, type TestApp, type TestServer, type TestUser } from '../../api/src/testing.ts'

/** What a page must show as text, and never run or let out of its place. */
export const hostileName = `<img src=x onerror="document.title='run'"> \u05E9\u05DC\u05D5\u05DD 🏴‍☠️ ${'very-long-'.repeat(25)}`

const DAY = 86_400_000

/** Adds users of an app by one statement: "Player 1" and so on, each a day older than the one before. */
const addPlayers = async (server: TestServer, appId: string, count: number): Promise<void> => {
  await server.resources.db.prisma.$executeRaw`
    WITH added AS (
      INSERT INTO "User" (id, "appId", "referCode", "createdAt", "lastSeenAt")
      SELECT gen_random_uuid(), ${appId}::uuid, 'P' || lpad(n::text, 7, '0'),
        now() - n * interval '1 hour', now() - n * interval '10 minutes'
      FROM generate_series(1, ${count}::int) n
      RETURNING id, "appId", "referCode"
    )
    INSERT INTO "Identity" ("appId", provider, subject, display, "userId")
    SELECT "appId", p.provider, p.provider || '-' || "referCode" || p.suffix,
      CASE p.provider WHEN 'username' THEN 'player_' || ltrim(substr("referCode", 2), '0')
        ELSE 'player' || ltrim(substr("referCode", 2), '0') || p.suffix END, added.id
    FROM added CROSS JOIN LATERAL (VALUES ('username', ''), ('email', '@mail.example'), ('discord', '')) p(provider, suffix)
    WHERE p.provider = 'username' OR length(p.provider) < 6 AND right("referCode", 1) IN ('1', '4', '7')
      OR length(p.provider) > 6 AND right("referCode", 1) IN ('2', '4')`
}

const sends = [
  { chain: 'solana', network: 'solana', kind: 'transfer', status: 'confirmed', amount: '1500000000' },
  { chain: 'ethereum', network: 'base', kind: 'transfer', status: 'submitted', amount: '20000000000000000' },
  { chain: 'polkadot', network: 'vara', kind: 'message', status: 'failed', amount: '3000000000000' },
] as const

const addSends = (server: TestServer, appId: string, userId: string) =>
  server.resources.db.prisma.transaction.createMany({
    data: sends.map((send, n) => ({
      ...send,
      appId,
      userId,
      initiator: 'user' as const,
      initiatorId: userId,
      fromAddress: `from-${n}`,
      toAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      signature: `signature-of-send-${n}`,
      rpcUrl: 'http://127.0.0.1:1',
      createdAt: new Date(Date.now() - n * DAY),
    })),
  })

export interface SeededUsers {
  app: TestApp
  other: TestApp
  /** Invited by `boss`, has three sends, two invited users, of whom one invited another, and a rule of its own. */
  ada: TestUser
  boss: TestUser
  /** Has a display name of markup, right-to-left text and emoji. */
  hostile: TestUser
}

/** Two apps with 10,000 users, and some that have done things. */
export const seedUsers = async (server: TestServer, adminToken: string): Promise<SeededUsers> => {
  const app = await createTestApp(server, adminToken, 'Sky Arena')
  const other = await createTestApp(server, adminToken, 'Moon Market')
  const boss = await signInAs(server, app.id, 'grace.hopper')
  const ada = await signInAs(server, app.id, 'ada.lovelace')
  const invited = await Promise.all(['linus', 'margaret', 'barbara'].map((name) => signInAs(server, app.id, name)))
  const hostile = await signInAs(server, app.id, 'mallory')
  await addPlayers(server, app.id, 9000)
  await addPlayers(server, other.id, 1000)
  await addSends(server, app.id, ada.id)
  const { prisma } = server.resources.db
  const referredBy = (user: TestUser, referrer: TestUser) =>
    prisma.user.update({ where: { id: user.id }, data: { referrerId: referrer.id, referredAt: new Date() } })
  await referredBy(ada, boss)
  await referredBy(invited[0]!, ada)
  await referredBy(invited[1]!, ada)
  await referredBy(invited[2]!, invited[0]!)
  await prisma.user.update({ where: { id: hostile.id }, data: { displayName: hostileName } })
  await prisma.session.updateMany({
    where: { userId: ada.id },
    data: {
      ip: '203.0.113.7',
      country: 'DE',
      city: 'Berlin',
      userAgent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    },
  })
  await server.as(adminToken).walletPolicies.updateOfUser({ appId: app.id, id: ada.id, messageSigning: false })
  return { app, other, ada, boss, hostile }
}

/** Logs a user in by name; resolves to the token of a new session. */
export const logIn = async (server: TestServer, appId: string, username: string, password: string): Promise<string> =>
  (await server.as().login.username({ appId, username, password, type: 'login' })).token
