-- DropIndex
DROP INDEX "Transaction_status_createdAt_idx";

-- AlterTable
ALTER TABLE "Transaction" ADD COLUMN     "broadcast" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "cancelled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "checkAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "formerSignatures" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "maxFee" TEXT,
ADD COLUMN     "validFrom" BIGINT;

-- CreateTable
CREATE TABLE "Spend" (
    "transactionId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "amount" DECIMAL(78,0) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Spend_pkey" PRIMARY KEY ("transactionId","token")
);

-- CreateTable
CREATE TABLE "WalletPolicy" (
    "ownerId" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "rules" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WalletPolicy_pkey" PRIMARY KEY ("ownerId")
);

-- CreateIndex
CREATE INDEX "Spend_userId_network_token_createdAt_idx" ON "Spend"("userId", "network", "token", "createdAt");

-- CreateIndex
CREATE INDEX "WalletPolicy_appId_idx" ON "WalletPolicy"("appId");

-- A nonce of a wallet stands in one row; what certainly did not use its nonce gives it back.
CREATE UNIQUE INDEX "Transaction_nonce_key" ON "Transaction"("network", "fromAddress", "nonce") WHERE "nonce" IS NOT NULL;

-- One landing stands in one row.
CREATE UNIQUE INDEX "Transaction_signature_key" ON "Transaction"("network", "signature") WHERE "signature" IS NOT NULL;

-- What was never signed, to be removed.
CREATE INDEX "Transaction_unsigned_idx" ON "Transaction"("createdAt") WHERE "signed" IS NULL;

-- What is still to be followed.
CREATE INDEX "Transaction_unsettled_idx" ON "Transaction"("rpcUrl", "checkAt") WHERE "settledAt" IS NULL;

-- AddForeignKey
ALTER TABLE "Spend" ADD CONSTRAINT "Spend_transactionId_fkey" FOREIGN KEY ("transactionId") REFERENCES "Transaction"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WalletPolicy" ADD CONSTRAINT "WalletPolicy_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

