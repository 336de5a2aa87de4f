-- CreateEnum
CREATE TYPE "RingClaimStatus" AS ENUM ('queued', 'sending', 'paid', 'failed', 'returned');

-- AlterEnum
ALTER TYPE "RingEntryKind" ADD VALUE 'claim_returned';

-- AlterTable
ALTER TABLE "Transaction" ALTER COLUMN "userId" DROP NOT NULL;

-- CreateTable
CREATE TABLE "RingClaim" (
    "userId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "rings" BIGINT NOT NULL,
    "address" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "decimals" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "status" "RingClaimStatus" NOT NULL DEFAULT 'queued',
    "batchId" UUID,
    "signature" TEXT,
    "problem" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "createdAt" BIGINT NOT NULL,
    "dueAt" BIGINT NOT NULL,
    "settledAt" BIGINT,

    CONSTRAINT "RingClaim_pkey" PRIMARY KEY ("userId","id")
);

-- CreateTable
CREATE TABLE "Treasury" (
    "appId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "sealedSecret" BYTEA NOT NULL,
    "pausedBecause" TEXT,
    "problem" JSONB,
    "checkAt" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Treasury_pkey" PRIMARY KEY ("appId")
);

-- CreateTable
CREATE TABLE "PayoutBatch" (
    "id" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "transactionId" UUID,
    "createdAt" BIGINT NOT NULL,
    "settledAt" BIGINT,

    CONSTRAINT "PayoutBatch_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "RingClaim_appId_status_dueAt_idx" ON "RingClaim"("appId", "status", "dueAt");

-- CreateIndex
CREATE INDEX "RingClaim_appId_createdAt_idx" ON "RingClaim"("appId", "createdAt");

-- CreateIndex
CREATE INDEX "RingClaim_batchId_idx" ON "RingClaim"("batchId");

-- CreateIndex
CREATE UNIQUE INDEX "Treasury_id_key" ON "Treasury"("id");

-- CreateIndex
CREATE UNIQUE INDEX "PayoutBatch_transactionId_key" ON "PayoutBatch"("transactionId");

-- CreateIndex
CREATE INDEX "PayoutBatch_appId_createdAt_idx" ON "PayoutBatch"("appId", "createdAt");

-- AddForeignKey
ALTER TABLE "Treasury" ADD CONSTRAINT "Treasury_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PayoutBatch" ADD CONSTRAINT "PayoutBatch_transactionId_fkey" FOREIGN KEY ("transactionId") REFERENCES "Transaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- An app has one open batch at most.
CREATE UNIQUE INDEX "PayoutBatch_open" ON "PayoutBatch"("appId") WHERE "settledAt" IS NULL;
