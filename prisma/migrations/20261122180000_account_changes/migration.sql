-- Identities that exist now count as the account's own from its beginning. Apps whose clients need the legacy wallet login
-- keep the bind calls of those clients: what is bound so proves nothing.

-- CreateEnum
CREATE TYPE "AccountChangeKind" AS ENUM ('bind', 'unbind', 'passkey_add', 'passkey_remove', 'password_change', 'key_export');

-- AlterEnum
ALTER TYPE "OneTimeKind" ADD VALUE 'reauthentication';

-- AlterTable
ALTER TABLE "App" ADD COLUMN     "credentialDelaySeconds" INTEGER NOT NULL DEFAULT 86400,
ADD COLUMN     "legacyBind" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "legacyLanding" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Identity" ADD COLUMN     "confirmedAt" TIMESTAMPTZ(3),
ADD COLUMN     "founding" BOOLEAN NOT NULL DEFAULT true;
-- The default above fills existing rows without rewriting the table; from here on a new identity says so itself.
ALTER TABLE "Identity" ALTER COLUMN "founding" SET DEFAULT false;
UPDATE "App" SET "legacyBind" = true WHERE "legacyWalletLogin";

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "passkeyId" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "passwordSetAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "AccountChange" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "kind" "AccountChangeKind" NOT NULL,
    "method" TEXT NOT NULL,
    "display" TEXT,
    "credential" JSONB NOT NULL DEFAULT '{}',
    "ip" TEXT,
    "userAgent" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undoneAt" TIMESTAMPTZ(3),

    CONSTRAINT "AccountChange_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AccountChange_userId_createdAt_idx" ON "AccountChange"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "AccountChange_createdAt_idx" ON "AccountChange"("createdAt");

-- AddForeignKey
ALTER TABLE "AccountChange" ADD CONSTRAINT "AccountChange_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;


