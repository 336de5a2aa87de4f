import { createTestApp, signInAs, type TestApp, type TestServer, type TestUser } from '../src/testing.ts'

/** Example data for the pictures of the documents: the same each time, but for ids and the time of day. */
export interface ExampleData {
  app: TestApp
  /** Has wallets, sends, identities and sessions. */
  user: TestUser
}

/** Players of the last thirty days, more each day; a name, and one or two ways to log in. */
const addPlayers = (server: TestServer, appId: string, count: number) =>
  server.resources.db.prisma.$executeRaw`
    WITH player AS (
      SELECT n, now() - interval '30 days' * (1 - sqrt(n::float / ${count})) AS at,
        (ARRAY['amber', 'brisk', 'coral', 'dusty', 'early', 'foggy', 'green', 'hazel', 'ivory', 'jolly', 'keen'])[n % 11 + 1]
          || '_' || (ARRAY['otter', 'comet', 'maple', 'raven', 'pixel', 'lynx', 'harbor'])[n % 7 + 1] || '_' || n AS name
      FROM generate_series(1, ${count}::int) n
    ), added AS (
      INSERT INTO "User" (id, "appId", "displayName", "referCode", "createdAt", "lastSeenAt")
      SELECT gen_random_uuid(), ${appId}::uuid, name, 'X' || lpad(n::text, 7, '0'), at, least(now(), at + interval '1 day' * (n % 9))
      FROM player RETURNING id, "appId", "referCode"
    )
    INSERT INTO "Identity" ("appId", provider, subject, display, "userId")
    SELECT "appId", p.provider, p.provider || n, CASE p.provider WHEN 'email' THEN name || '@mail.example' ELSE name END, added.id
    FROM added JOIN player ON added."referCode" = 'X' || lpad(n::text, 7, '0')
    CROSS JOIN LATERAL (VALUES ((ARRAY['google', 'telegram', 'discord', 'username', 'solana'])[n % 5 + 1]), ('email')) p(provider)
    WHERE p.provider <> 'email' OR n % 3 = 0`

const methods = ['google', 'telegram', 'discord', 'username', 'solana', 'email']

/** A login on some days since the registration, by one of the methods. */
const addLogins = (server: TestServer, appId: string) =>
  server.resources.db.prisma.$executeRaw`
    INSERT INTO "Session" (id, "userId", method, "createdAt", "lastUsedAt", "expiresAt")
    SELECT gen_random_uuid(), u.id, (${methods}::text[])[(ascii(right(u."referCode", 1)) + d) % 6 + 1], at, at, now() + interval '7 days'
    FROM "User" u CROSS JOIN generate_series(0, 30) d
    CROSS JOIN LATERAL (SELECT u."createdAt" + interval '1 day' * d AS at) login
    WHERE u."appId" = ${appId}::uuid AND at < now() AND (d = 0 OR (right(u."referCode", 5)::int * 7 + d * 13) % (3 + d) = 0)
      AND u."referCode" LIKE 'X0%'`

/** The figures that leave no rows, or none of the past: who was active on a day, and which logins failed. */
const addFigures = async ({ resources }: TestServer, appId: string) => {
  const { prisma } = resources.db
  await prisma.$executeRaw`
    INSERT INTO "StatisticDelta" ("appId", kind, key, at, count)
    SELECT u."appId", 'activeUsers', least(coalesce(day - lag(day) OVER (PARTITION BY u.id ORDER BY day), 0), 400)::text, day, 1
    FROM "User" u JOIN (SELECT DISTINCT "userId", "createdAt"::date AS day FROM "Session") s ON s."userId" = u.id
    WHERE u."appId" = ${appId}::uuid`
  await prisma.$executeRaw`
    INSERT INTO "StatisticDelta" ("appId", kind, key, at, count)
    SELECT ${appId}::uuid, 'failedLogins', (${methods}::text[])[d % 6 + 1], date_trunc('hour', now()) - interval '1 day' * (d % 30), 2 + d * 7 % 11
    FROM generate_series(0, 89) d`
}

/** Sends of the last thirty days; the newest are under way. */
const addSends = (server: TestServer, appId: string, count: number) =>
  server.resources.db.prisma.$executeRaw`
    INSERT INTO "Transaction" (id, "appId", "userId", chain, network, kind, status, "fromAddress", "toAddress", amount, signature,
      "rpcUrl", initiator, "initiatorId", "createdAt", "settledAt")
    SELECT gen_random_uuid(), u."appId", u.id, network.chain::"Chain", network.name, 'transfer', state.name::"TransactionStatus",
      w.address, CASE network.chain WHEN 'ethereum' THEN '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' ELSE '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' END,
      (network.unit * (1 + n * 37 % 400))::numeric::text, translate(encode(sha256(n::text::bytea), 'base64'), '+/0OIl=', 'ABCDEF'),
      'http://127.0.0.1:1', 'user', u.id::text, at, CASE state.name WHEN 'submitted' THEN NULL ELSE at + interval '9 seconds' END
    FROM generate_series(1, ${count}::int) n
    CROSS JOIN LATERAL (SELECT now() - interval '30 days' * (1 - sqrt(n::float / ${count})) AS at) time
    JOIN LATERAL (SELECT * FROM (VALUES (0, 'solana', 'solana', 1e7), (1, 'base', 'ethereum', 1e14), (2, 'mainnet', 'ethereum', 1e14))
      AS known (id, name, chain, unit) WHERE id = n % 7 % 3) network ON true
    JOIN LATERAL (SELECT CASE WHEN n > ${count} - 3 THEN 'submitted' WHEN n % 23 = 0 THEN 'failed' ELSE 'confirmed' END AS name) state ON true
    JOIN LATERAL (SELECT * FROM "User" WHERE "appId" = ${appId}::uuid ORDER BY "referCode" OFFSET n % 40 LIMIT 1) u ON true
    JOIN LATERAL (SELECT coalesce((SELECT address FROM "Wallet" WHERE "userId" = u.id AND chain = network.chain::"Chain"),
      'Hn6oZsW5Qv6Jr4KxgS3aVtd1hWc2yYPb8m7F9eLqXuRz') AS address) w ON true`

/** An app with a month of users, logins and sends. */
export const addExampleData = async (server: TestServer, adminToken: string): Promise<ExampleData> => {
  const admin = server.as(adminToken)
  const app = await createTestApp(server, adminToken, 'Harbor Arcade')
  await createTestApp(server, adminToken, 'Tide Market')
  await admin.apps.update({
    id: app.id,
    emailEnabled: true,
    usernameEnabled: true,
    ethEnabled: true,
    solEnabled: true,
    googleEnabled: true,
    googleClientId: 'harbor-arcade.apps.googleusercontent.com',
    googleClientSecret: 'example',
    discordEnabled: true,
    discordApplicationId: '104200000000000000',
    discordClientSecret: 'example',
    telegramEnabled: true,
    telegramBotToken: '42:example-of-a-bot-token-00000000000',
    redirectOrigins: ['https://play.harbor-arcade.example'],
  })
  await addPlayers(server, app.id, 2400)
  await addLogins(server, app.id)
  await addFigures(server, app.id)
  const user = await signInAs(server, app.id, 'amber_lynx')
  await addSends(server, app.id, 600)
  return { app, user }
}
