-- CreateTable
CREATE TABLE "ServiceToken" (
    "id" UUID NOT NULL,
    "adminId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "lastFour" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "allApps" BOOLEAN NOT NULL,
    "appIds" UUID[] DEFAULT ARRAY[]::UUID[],
    "calls" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "lastUsedIp" TEXT,

    CONSTRAINT "ServiceToken_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ServiceToken_digest_key" ON "ServiceToken"("digest");

-- CreateIndex
CREATE INDEX "ServiceToken_adminId_idx" ON "ServiceToken"("adminId");

-- CreateIndex
CREATE INDEX "ServiceToken_expiresAt_idx" ON "ServiceToken"("expiresAt");

-- AddForeignKey
ALTER TABLE "ServiceToken" ADD CONSTRAINT "ServiceToken_adminId_fkey" FOREIGN KEY ("adminId") REFERENCES "Admin"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddCheck
ALTER TABLE "ServiceToken" ADD CONSTRAINT "ServiceToken_role_check" CHECK ("role" IN ('viewer', 'support', 'operator', 'owner'));
