-- CreateEnum
CREATE TYPE "Purpose" AS ENUM ('login', 'bind', 'reauthenticate');

-- AlterEnum
ALTER TYPE "OneTimeKind" ADD VALUE 'redirect_ticket';

-- Codes hold ten minutes; what was sent before names no purpose.
DELETE FROM "EmailCode";

-- DropIndex
DROP INDEX "EmailCode_appId_email_key";

-- AlterTable
ALTER TABLE "EmailCode" ADD COLUMN     "purpose" "Purpose" NOT NULL,
ADD COLUMN     "sessionId" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "EmailCode_appId_email_purpose_key" ON "EmailCode"("appId", "email", "purpose");

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "credentialDigest" BYTEA;

-- CreateIndex: few sessions have one
CREATE INDEX "Session_credentialDigest_idx" ON "Session"("credentialDigest") WHERE "credentialDigest" IS NOT NULL;
