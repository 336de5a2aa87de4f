-- CreateEnum
CREATE TYPE "OneTimeKind" AS ENUM ('challenge', 'redirect', 'grant', 'passkey', 'spent');

-- AlterTable
ALTER TABLE "App" ADD COLUMN     "passkeyEnabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "telegramBotId" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "avatarSource" TEXT,
ADD COLUMN     "loginVersion" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "OneTime" (
    "kind" "OneTimeKind" NOT NULL,
    "digest" BYTEA NOT NULL,
    "appId" UUID NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "OneTime_pkey" PRIMARY KEY ("appId","kind","digest")
);

-- CreateTable
CREATE TABLE "EmailCode" (
    "id" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "requester" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "strayTries" INTEGER NOT NULL DEFAULT 0,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EmailCode_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Passkey" (
    "id" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "rpId" TEXT NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Avatar" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "webp" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Avatar_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "OneTime_expiresAt_idx" ON "OneTime"("expiresAt");

-- CreateIndex
CREATE INDEX "EmailCode_expiresAt_idx" ON "EmailCode"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "EmailCode_appId_email_requester_key" ON "EmailCode"("appId", "email", "requester");

-- CreateIndex
CREATE INDEX "Passkey_userId_idx" ON "Passkey"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Avatar_userId_key" ON "Avatar"("userId");

-- AddForeignKey
ALTER TABLE "EmailCode" ADD CONSTRAINT "EmailCode_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Avatar" ADD CONSTRAINT "Avatar_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

