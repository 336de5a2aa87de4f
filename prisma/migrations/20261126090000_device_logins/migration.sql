-- AlterTable
ALTER TABLE "AdminSession" ADD COLUMN     "deviceName" TEXT;

-- CreateTable
CREATE TABLE "DeviceLogin" (
    "id" UUID NOT NULL,
    "deviceDigest" BYTEA NOT NULL,
    "userDigest" BYTEA NOT NULL,
    "deviceName" TEXT,
    "ip" TEXT NOT NULL,
    "userAgent" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "lastPolledAt" TIMESTAMPTZ(3),
    "interval" INTEGER NOT NULL DEFAULT 5,
    "deniedAt" TIMESTAMPTZ(3),
    "sessionId" UUID,

    CONSTRAINT "DeviceLogin_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "DeviceLogin_deviceDigest_key" ON "DeviceLogin"("deviceDigest");

-- CreateIndex
CREATE UNIQUE INDEX "DeviceLogin_userDigest_key" ON "DeviceLogin"("userDigest");

-- CreateIndex
CREATE INDEX "DeviceLogin_expiresAt_idx" ON "DeviceLogin"("expiresAt");

-- CreateIndex
CREATE INDEX "DeviceLogin_sessionId_idx" ON "DeviceLogin"("sessionId");

-- AddForeignKey
ALTER TABLE "DeviceLogin" ADD CONSTRAINT "DeviceLogin_sessionId_fkey" FOREIGN KEY ("sessionId") REFERENCES "AdminSession"("id") ON DELETE CASCADE ON UPDATE CASCADE;

