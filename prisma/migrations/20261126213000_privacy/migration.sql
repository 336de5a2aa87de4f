-- AlterTable
ALTER TABLE "App" ADD COLUMN     "deletionGraceSeconds" INTEGER NOT NULL DEFAULT 604800;

-- CreateTable
CREATE TABLE "UserDeletion" (
    "userId" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "holdings" JSONB NOT NULL DEFAULT '[]',
    "checkAt" TIMESTAMPTZ(3) NOT NULL,
    "waitsFor" TEXT,
    "isRepeated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "UserDeletion_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "Tombstone" (
    "digest" BYTEA NOT NULL,
    "deletedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Tombstone_pkey" PRIMARY KEY ("digest")
);

-- CreateTable
CREATE TABLE "AuditPersonal" (
    "eventId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "ip" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "AuditPersonal_pkey" PRIMARY KEY ("eventId")
);

-- CreateIndex
CREATE INDEX "UserDeletion_checkAt_idx" ON "UserDeletion"("checkAt");

-- CreateIndex
CREATE INDEX "UserDeletion_appId_dueAt_idx" ON "UserDeletion"("appId", "dueAt");

-- CreateIndex
CREATE INDEX "AuditPersonal_userId_idx" ON "AuditPersonal"("userId");

-- CreateIndex
CREATE INDEX "AuditPersonal_ip_idx" ON "AuditPersonal"("ip");

-- AddForeignKey
ALTER TABLE "UserDeletion" ADD CONSTRAINT "UserDeletion_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Users that were deleted before there were tombstones. `tombstoneOf` makes the same digests.
INSERT INTO "Tombstone" ("digest", "deletedAt")
SELECT sha256(convert_to('openauth deleted user ' || id::text, 'UTF8')), "deletedAt" FROM "User" WHERE "deletedAt" IS NOT NULL;

-- What earlier deletions left: addresses of the machines that sends were asked from, and rules of the user's own.
UPDATE "Transaction" t SET "initiatorIp" = NULL, "idempotencyKey" = NULL, "bodyDigest" = NULL
FROM "User" u WHERE u.id = t."userId" AND u."deletedAt" IS NOT NULL AND t."settledAt" IS NOT NULL;

DELETE FROM "WalletPolicy" p USING "User" u WHERE u.id = p."ownerId" AND u."deletedAt" IS NOT NULL;

-- Deliveries about a user are deleted with the user; those that waited, once they are settled.
CREATE INDEX "WebhookDelivery_userId_idx" ON "WebhookDelivery"("userId");

CREATE INDEX "User_deleted" ON "User"("deletedAt") WHERE "deletedAt" IS NOT NULL;

-- What a user is told of as of changes of the account.
ALTER TYPE "AccountChangeKind" ADD VALUE 'data_export';
ALTER TYPE "AccountChangeKind" ADD VALUE 'deletion_request';
ALTER TYPE "AccountChangeKind" ADD VALUE 'deletion_cancel';
