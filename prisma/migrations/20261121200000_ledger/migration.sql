-- CreateEnum
CREATE TYPE "TransactionKind" AS ENUM ('transfer', 'transaction', 'message', 'reply');

-- CreateEnum
CREATE TYPE "TransactionStatus" AS ENUM ('created', 'submitted', 'confirmed', 'failed', 'expired');

-- CreateTable
CREATE TABLE "Transaction" (
    "id" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "chain" "Chain" NOT NULL,
    "network" TEXT NOT NULL,
    "kind" "TransactionKind" NOT NULL,
    "status" "TransactionStatus" NOT NULL DEFAULT 'created',
    "fromAddress" TEXT NOT NULL,
    "toAddress" TEXT,
    "token" TEXT,
    "amount" TEXT,
    "idempotencyKey" TEXT,
    "bodyDigest" BYTEA,
    "signature" TEXT,
    "signed" BYTEA,
    "rpcUrl" TEXT NOT NULL,
    "nonce" BIGINT,
    "validUntil" BIGINT,
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "submittedAt" TIMESTAMPTZ(3),
    "settledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Transaction_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Transaction_userId_createdAt_id_idx" ON "Transaction"("userId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Transaction_status_createdAt_idx" ON "Transaction"("status", "createdAt");

-- CreateIndex
CREATE INDEX "Transaction_appId_createdAt_idx" ON "Transaction"("appId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Transaction_userId_idempotencyKey_key" ON "Transaction"("userId", "idempotencyKey");

-- AddForeignKey
ALTER TABLE "Transaction" ADD CONSTRAINT "Transaction_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

