-- CreateEnum
CREATE TYPE "RingEntryKind" AS ENUM ('taps', 'tap_bot', 'daily', 'boost', 'referral', 'claim');

-- CreateTable
CREATE TABLE "GameRules" (
    "appId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "rules" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GameRules_pkey" PRIMARY KEY ("appId","version")
);

-- CreateTable
CREATE TABLE "Player" (
    "userId" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "rings" BIGINT NOT NULL DEFAULT 0,
    "earned" BIGINT NOT NULL DEFAULT 0,
    "claimed" BIGINT NOT NULL DEFAULT 0,
    "seq" BIGINT NOT NULL DEFAULT 0,
    "ledgerSeq" BIGINT NOT NULL DEFAULT 0,
    "openSeq" BIGINT,
    "openHour" BIGINT,
    "energy" BIGINT NOT NULL,
    "tapCredit" BIGINT NOT NULL,
    "settledAt" BIGINT NOT NULL,
    "rulesVersion" INTEGER NOT NULL,
    "ringsPerTap" INTEGER NOT NULL,
    "maxEnergy" INTEGER NOT NULL,
    "energyPerSecond" INTEGER NOT NULL,
    "multitap" INTEGER NOT NULL DEFAULT 0,
    "energyLimit" INTEGER NOT NULL DEFAULT 0,
    "rechargeSpeed" INTEGER NOT NULL DEFAULT 0,
    "tapBot" INTEGER NOT NULL DEFAULT 0,
    "turboUntil" BIGINT NOT NULL DEFAULT 0,
    "turboFactor" INTEGER NOT NULL DEFAULT 1,
    "freeDay" INTEGER NOT NULL DEFAULT 0,
    "fullEnergyUsed" INTEGER NOT NULL DEFAULT 0,
    "turboUsed" INTEGER NOT NULL DEFAULT 0,
    "streakDays" INTEGER NOT NULL DEFAULT 0,
    "streakDay" INTEGER NOT NULL DEFAULT 0,
    "tapBotSince" BIGINT NOT NULL DEFAULT 0,
    "createdAt" BIGINT NOT NULL,
    "referralSettled" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Player_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "RingEntry" (
    "userId" UUID NOT NULL,
    "firstSeq" BIGINT NOT NULL,
    "lastSeq" BIGINT NOT NULL,
    "kind" "RingEntryKind" NOT NULL,
    "amount" BIGINT NOT NULL,
    "balance" BIGINT NOT NULL,
    "taps" INTEGER NOT NULL DEFAULT 0,
    "reference" TEXT,
    "startedAt" BIGINT NOT NULL,
    "endedAt" BIGINT NOT NULL,

    CONSTRAINT "RingEntry_pkey" PRIMARY KEY ("userId","firstSeq")
);

-- CreateTable
CREATE TABLE "RingReward" (
    "userId" UUID NOT NULL,
    "kind" "RingEntryKind" NOT NULL,
    "reference" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "grantedAt" BIGINT NOT NULL,
    "ledgerSeq" BIGINT,

    CONSTRAINT "RingReward_pkey" PRIMARY KEY ("userId","kind","reference")
);

-- CreateIndex
CREATE INDEX "Player_appId_idx" ON "Player"("appId");


-- Rewards that no account has posted yet.
CREATE INDEX "RingReward_unposted" ON "RingReward" ("userId") WHERE "ledgerSeq" IS NULL;

-- Taps change these rows again and again: room in each page keeps the new versions beside the old ones, without work for indexes.
ALTER TABLE "Player" SET (fillfactor = 50);
ALTER TABLE "RingEntry" SET (fillfactor = 80);
