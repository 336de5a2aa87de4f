-- CreateEnum
CREATE TYPE "AppSecretKind" AS ENUM ('full', 'read');

-- AlterTable
ALTER TABLE "AppSecret" ADD COLUMN     "kind" "AppSecretKind" NOT NULL DEFAULT 'full',
ADD COLUMN     "name" TEXT,
ALTER COLUMN "sealed" DROP NOT NULL;

-- AlterTable
ALTER TABLE "Spend" ADD COLUMN     "partnerAppId" UUID;


-- Sends that partners asked for before this count towards their limits too.
UPDATE "Spend" s SET "partnerAppId" = t."appId" FROM "Transaction" t WHERE t.id = s."transactionId" AND t.initiator = 'app';

-- Sums of what an app's secrets spend in a day are read from this index alone.
CREATE INDEX "Spend_partnerAppId_idx" ON "Spend"("partnerAppId", network, token, "createdAt") INCLUDE (amount) WHERE "partnerAppId" IS NOT NULL;
