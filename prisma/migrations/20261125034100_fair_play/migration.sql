-- CreateEnum
CREATE TYPE "PlayerReviewState" AS ENUM ('held', 'appealed', 'cleared');

-- AlterTable
ALTER TABLE "Player" ADD COLUMN IF NOT EXISTS "payoutHeldSince" BIGINT,
ADD COLUMN     "tapLimit" INTEGER;

-- CreateTable
CREATE TABLE "PlayerDay" (
    "userId" UUID NOT NULL,
    "day" INTEGER NOT NULL,
    "appId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "statistics" JSONB NOT NULL,
    "dueSince" BIGINT,

    CONSTRAINT "PlayerDay_pkey" PRIMARY KEY ("userId","day")
);

-- CreateTable
CREATE TABLE "PlayerTrace" (
    "userId" UUID NOT NULL,
    "day" INTEGER NOT NULL,
    "key" INTEGER NOT NULL,
    "appId" UUID NOT NULL,
    "gaps" TEXT NOT NULL,

    CONSTRAINT "PlayerTrace_pkey" PRIMARY KEY ("userId","day","key")
);

-- CreateTable
CREATE TABLE "PlayerAddress" (
    "userId" UUID NOT NULL,
    "day" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "appId" UUID NOT NULL,

    CONSTRAINT "PlayerAddress_pkey" PRIMARY KEY ("userId","day","address")
);

-- CreateTable
CREATE TABLE "AddressSalt" (
    "day" INTEGER NOT NULL,
    "salt" BYTEA NOT NULL,

    CONSTRAINT "AddressSalt_pkey" PRIMARY KEY ("day")
);

-- CreateTable
CREATE TABLE "PlayerFlag" (
    "userId" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "day" INTEGER NOT NULL,
    "appId" UUID NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,
    "threshold" DOUBLE PRECISION NOT NULL,
    "foundAt" BIGINT NOT NULL,

    CONSTRAINT "PlayerFlag_pkey" PRIMARY KEY ("userId","code","day")
);

-- CreateTable
CREATE TABLE "PlayerReview" (
    "userId" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "state" "PlayerReviewState" NOT NULL,
    "since" BIGINT NOT NULL,
    "suspectedOn" INTEGER NOT NULL,
    "appeal" TEXT,
    "appealedAt" BIGINT,
    "appeals" INTEGER NOT NULL DEFAULT 0,
    "decidedAt" BIGINT,
    "reason" TEXT,
    "ignoredCodes" TEXT[],
    "ignoredUntil" BIGINT,

    CONSTRAINT "PlayerReview_pkey" PRIMARY KEY ("userId")
);

-- CreateIndex
CREATE INDEX "PlayerDay_dueSince_idx" ON "PlayerDay"("dueSince");

-- CreateIndex
CREATE INDEX "PlayerDay_day_idx" ON "PlayerDay"("day");

-- CreateIndex
CREATE INDEX "PlayerTrace_appId_key_idx" ON "PlayerTrace"("appId", "key");

-- CreateIndex
CREATE INDEX "PlayerTrace_day_idx" ON "PlayerTrace"("day");

-- CreateIndex
CREATE INDEX "PlayerAddress_appId_address_day_idx" ON "PlayerAddress"("appId", "address", "day");

-- CreateIndex
CREATE INDEX "PlayerAddress_day_idx" ON "PlayerAddress"("day");

-- CreateIndex
CREATE INDEX "PlayerFlag_appId_foundAt_idx" ON "PlayerFlag"("appId", "foundAt");

-- CreateIndex
CREATE INDEX "PlayerFlag_day_idx" ON "PlayerFlag"("day");

-- CreateIndex
CREATE INDEX "PlayerReview_appId_state_since_idx" ON "PlayerReview"("appId", "state", "since");

-- CreateIndex
CREATE INDEX "PlayerReview_state_suspectedOn_idx" ON "PlayerReview"("state", "suspectedOn");

