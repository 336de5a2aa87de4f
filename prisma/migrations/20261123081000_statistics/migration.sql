-- CreateEnum
CREATE TYPE "StatisticPeriod" AS ENUM ('hour', 'day', 'ever');

-- CreateEnum
CREATE TYPE "StatisticKind" AS ENUM ('registrations', 'deletions', 'logins', 'failedLogins', 'activeUsers', 'wallets', 'sends');

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "activeOn" DATE;

-- CreateTable
CREATE TABLE "Statistic" (
    "appId" UUID NOT NULL,
    "period" "StatisticPeriod" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" "StatisticKind" NOT NULL,
    "key" TEXT NOT NULL DEFAULT '',
    "count" BIGINT NOT NULL,

    CONSTRAINT "Statistic_pkey" PRIMARY KEY ("appId","period","at","kind","key")
);

-- CreateTable; without an index, so that an insert writes one row and nothing else
CREATE TABLE "StatisticDelta" (
    "appId" UUID NOT NULL,
    "kind" "StatisticKind" NOT NULL,
    "key" TEXT NOT NULL DEFAULT '',
    "at" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL
);

-- Events of before this migration, each table read once. Sessions that have ended are gone, so logins and active users of earlier
-- days are those of the sessions that are left: fewer than there were.
INSERT INTO "StatisticDelta" ("appId", kind, at, count)
SELECT "appId", 'registrations', date_trunc('hour', "createdAt", 'UTC'), count(*) FROM "User" GROUP BY 1, 3;

INSERT INTO "StatisticDelta" ("appId", kind, at, count)
SELECT "appId", 'deletions', date_trunc('hour', "deletedAt", 'UTC'), count(*) FROM "User" WHERE "deletedAt" IS NOT NULL GROUP BY 1, 3;

INSERT INTO "StatisticDelta" ("appId", kind, at, count)
SELECT u."appId", 'wallets', date_trunc('hour', w."createdAt", 'UTC'), count(*)
FROM "Wallet" w JOIN "User" u ON u.id = w."userId" GROUP BY 1, 3;

INSERT INTO "StatisticDelta" ("appId", kind, key, at, count)
SELECT "appId", 'sends', network || ' ' || status, date_trunc('hour', "createdAt", 'UTC'), count(*)
FROM "Transaction" GROUP BY 1, 3, 4;

INSERT INTO "StatisticDelta" ("appId", kind, key, at, count)
SELECT u."appId", 'logins', s.method, date_trunc('hour', s."createdAt", 'UTC'), count(*)
FROM "Session" s JOIN "User" u ON u.id = s."userId" GROUP BY 1, 3, 4;

CREATE TEMPORARY TABLE active_days ON COMMIT DROP AS
SELECT s."userId", u."appId", (seen.at AT TIME ZONE 'UTC')::date AS day, date_trunc('hour', min(seen.at), 'UTC') AS at
FROM "Session" s JOIN "User" u ON u.id = s."userId" CROSS JOIN LATERAL (VALUES (s."createdAt"), (s."lastUsedAt")) AS seen (at)
GROUP BY 1, 2, 3;

INSERT INTO "StatisticDelta" ("appId", kind, key, at, count)
SELECT "appId", 'activeUsers', least(coalesce(gap, 0), 400)::text, at, count(*)
FROM (SELECT *, day - lag(day) OVER (PARTITION BY "userId" ORDER BY day) AS gap FROM active_days) AS each GROUP BY 1, 3, 4;

UPDATE "User" u SET "activeOn" = last.day
FROM (SELECT "userId", max(day) AS day FROM active_days GROUP BY 1) AS last
WHERE u.id = last."userId" AND u."deletedAt" IS NULL;

-- From here on, events are counted in their own transaction.
CREATE FUNCTION count_registrations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "StatisticDelta" ("appId", kind, at, count)
  SELECT "appId", 'registrations', date_trunc('hour', "createdAt", 'UTC'), count(*) FROM created GROUP BY 1, 3;
  RETURN NULL;
END $$;

CREATE TRIGGER count_registrations AFTER INSERT ON "User"
REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION count_registrations();

CREATE FUNCTION count_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "StatisticDelta" ("appId", kind, at, count)
  VALUES (NEW."appId", 'deletions', date_trunc('hour', coalesce(NEW."deletedAt", OLD."deletedAt"), 'UTC'),
    CASE WHEN NEW."deletedAt" IS NULL THEN -1 ELSE 1 END);
  RETURN NULL;
END $$;

CREATE TRIGGER count_deletion AFTER UPDATE OF "deletedAt" ON "User"
FOR EACH ROW WHEN ((OLD."deletedAt" IS NULL) <> (NEW."deletedAt" IS NULL)) EXECUTE FUNCTION count_deletion();

-- The lock of the user's row serializes updates, so each user is counted once a day.
CREATE FUNCTION count_active_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "StatisticDelta" ("appId", kind, key, at, count)
  VALUES (NEW."appId", 'activeUsers', least(coalesce(NEW."activeOn" - OLD."activeOn", 0), 400)::text, date_trunc('hour', now(), 'UTC'), 1);
  RETURN NULL;
END $$;

CREATE TRIGGER count_active_user AFTER UPDATE OF "activeOn" ON "User"
FOR EACH ROW WHEN (NEW."activeOn" > OLD."activeOn" OR (OLD."activeOn" IS NULL AND NEW."activeOn" IS NOT NULL))
EXECUTE FUNCTION count_active_user();

CREATE FUNCTION count_wallets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "StatisticDelta" ("appId", kind, at, count)
  SELECT u."appId", 'wallets', date_trunc('hour', c."createdAt", 'UTC'), count(*)
  FROM created c JOIN "User" u ON u.id = c."userId" GROUP BY 1, 3;
  RETURN NULL;
END $$;

CREATE TRIGGER count_wallets AFTER INSERT ON "Wallet"
REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION count_wallets();

CREATE FUNCTION count_logins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "StatisticDelta" ("appId", kind, key, at, count)
  SELECT u."appId", 'logins', c.method, date_trunc('hour', c."createdAt", 'UTC'), count(*)
  FROM created c JOIN "User" u ON u.id = c."userId" GROUP BY 1, 3, 4;
  RETURN NULL;
END $$;

CREATE TRIGGER count_logins AFTER INSERT ON "Session"
REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION count_logins();

CREATE FUNCTION count_sends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "StatisticDelta" ("appId", kind, key, at, count)
  SELECT "appId", 'sends', network || ' ' || status, date_trunc('hour', "createdAt", 'UTC'), count(*)
  FROM created GROUP BY 1, 3, 4;
  RETURN NULL;
END $$;

CREATE TRIGGER count_sends AFTER INSERT ON "Transaction"
REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION count_sends();

-- Moves a send's count to its new status, or removes it.
CREATE FUNCTION move_send() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "StatisticDelta" ("appId", kind, key, at, count)
  VALUES (OLD."appId", 'sends', OLD.network || ' ' || OLD.status, date_trunc('hour', OLD."createdAt", 'UTC'), -1);
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO "StatisticDelta" ("appId", kind, key, at, count)
    VALUES (NEW."appId", 'sends', NEW.network || ' ' || NEW.status, date_trunc('hour', NEW."createdAt", 'UTC'), 1);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER move_send AFTER UPDATE OF status ON "Transaction"
FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION move_send();

CREATE TRIGGER remove_send AFTER DELETE ON "Transaction" FOR EACH ROW EXECUTE FUNCTION move_send();
