-- CreateEnum
CREATE TYPE "KeyOwner" AS ENUM ('server', 'app', 'user');

-- CreateEnum
CREATE TYPE "Provider" AS ENUM ('email', 'google', 'discord', 'tiktok', 'github', 'huggingface', 'twitter', 'apple', 'telegram', 'ethereum', 'solana', 'username');

-- CreateEnum
CREATE TYPE "Chain" AS ENUM ('solana', 'ethereum', 'polkadot');

-- CreateEnum
CREATE TYPE "ActorKind" AS ENUM ('admin', 'app', 'user', 'server');

-- CreateTable
CREATE TABLE "KeyCanary" (
    "kekId" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "KeyCanary_pkey" PRIMARY KEY ("kekId")
);

-- CreateTable
CREATE TABLE "DataKey" (
    "owner" "KeyOwner" NOT NULL,
    "ownerId" UUID NOT NULL,
    "appId" UUID,
    "kekId" TEXT NOT NULL,
    "wrappedKey" BYTEA NOT NULL,

    CONSTRAINT "DataKey_pkey" PRIMARY KEY ("owner","ownerId")
);

-- CreateTable
CREATE TABLE "SigningKey" (
    "kid" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "sealedPrivate" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "activeAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SigningKey_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "Admin" (
    "id" SERIAL NOT NULL,
    "username" TEXT NOT NULL,
    "usernameKey" TEXT,
    "passwordHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Admin_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AdminSession" (
    "id" UUID NOT NULL,
    "adminId" INTEGER NOT NULL,
    "ip" TEXT,
    "userAgent" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AdminSession_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "App" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT,
    "description" TEXT,
    "logoUrl" TEXT,
    "emailEnabled" BOOLEAN NOT NULL DEFAULT false,
    "googleEnabled" BOOLEAN NOT NULL DEFAULT false,
    "discordEnabled" BOOLEAN NOT NULL DEFAULT false,
    "twitterEnabled" BOOLEAN NOT NULL DEFAULT false,
    "tiktokEnabled" BOOLEAN NOT NULL DEFAULT false,
    "githubEnabled" BOOLEAN NOT NULL DEFAULT false,
    "huggingfaceEnabled" BOOLEAN NOT NULL DEFAULT false,
    "appleEnabled" BOOLEAN NOT NULL DEFAULT false,
    "telegramEnabled" BOOLEAN NOT NULL DEFAULT false,
    "ethEnabled" BOOLEAN NOT NULL DEFAULT false,
    "solEnabled" BOOLEAN NOT NULL DEFAULT false,
    "usernameEnabled" BOOLEAN NOT NULL DEFAULT true,
    "legacyWalletLogin" BOOLEAN NOT NULL DEFAULT false,
    "privateKeyExportEnabled" BOOLEAN NOT NULL DEFAULT false,
    "jwtTTL" INTEGER NOT NULL DEFAULT 0,
    "telegramMaxAgeSeconds" INTEGER NOT NULL DEFAULT 86400,
    "redirectOrigins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "googleClientId" TEXT,
    "tiktokClientKey" TEXT,
    "githubClientId" TEXT,
    "huggingfaceClientId" TEXT,
    "discordApplicationId" TEXT,
    "twitterClientId" TEXT,
    "appleClientId" TEXT,
    "appleTeamId" TEXT,
    "appleKeyId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "App_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AppSecret" (
    "id" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "digest" BYTEA NOT NULL,
    "sealed" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "AppSecret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AppCredential" (
    "appId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "AppCredential_pkey" PRIMARY KEY ("appId","name")
);

-- CreateTable
CREATE TABLE "User" (
    "id" UUID NOT NULL,
    "appId" UUID NOT NULL,
    "referCode" TEXT NOT NULL,
    "avatar" TEXT,
    "displayName" TEXT,
    "passwordHash" TEXT,
    "referrerId" UUID,
    "referredAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabledAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Identity" (
    "appId" UUID NOT NULL,
    "provider" "Provider" NOT NULL,
    "subject" TEXT NOT NULL,
    "display" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Identity_pkey" PRIMARY KEY ("appId","provider","subject")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "ip" TEXT,
    "userAgent" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Wallet" (
    "userId" UUID NOT NULL,
    "chain" "Chain" NOT NULL,
    "address" TEXT NOT NULL,
    "sealedSecret" BYTEA NOT NULL,
    "keyVersion" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Wallet_pkey" PRIMARY KEY ("userId","chain")
);

-- CreateTable
CREATE TABLE "WalletSeed" (
    "userId" UUID NOT NULL,
    "sealedEntropy" BYTEA NOT NULL,

    CONSTRAINT "WalletSeed_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" "ActorKind" NOT NULL,
    "actorId" TEXT,
    "action" TEXT NOT NULL,
    "appId" UUID,
    "targetId" TEXT,
    "ip" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE UNLOGGED TABLE "rate_limit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "DataKey_kekId_idx" ON "DataKey"("kekId");

-- CreateIndex
CREATE UNIQUE INDEX "Admin_usernameKey_key" ON "Admin"("usernameKey");

-- CreateIndex
CREATE INDEX "AdminSession_adminId_idx" ON "AdminSession"("adminId");

-- CreateIndex
CREATE INDEX "AdminSession_expiresAt_idx" ON "AdminSession"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "App_nameKey_key" ON "App"("nameKey");

-- CreateIndex
CREATE UNIQUE INDEX "AppSecret_digest_key" ON "AppSecret"("digest");

-- CreateIndex
CREATE INDEX "AppSecret_appId_idx" ON "AppSecret"("appId");

-- CreateIndex
CREATE INDEX "User_appId_createdAt_id_idx" ON "User"("appId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "User_appId_lastSeenAt_id_idx" ON "User"("appId", "lastSeenAt", "id");

-- CreateIndex
CREATE INDEX "User_referrerId_referredAt_idx" ON "User"("referrerId", "referredAt");

-- CreateIndex
CREATE UNIQUE INDEX "User_appId_referCode_key" ON "User"("appId", "referCode");

-- CreateIndex
CREATE INDEX "Identity_appId_provider_display_idx" ON "Identity"("appId", "provider", "display");

-- CreateIndex
CREATE UNIQUE INDEX "Identity_userId_provider_key" ON "Identity"("userId", "provider");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE INDEX "Wallet_chain_address_idx" ON "Wallet"("chain", "address");

-- CreateIndex
CREATE INDEX "AuditEvent_createdAt_idx" ON "AuditEvent"("createdAt");

-- CreateIndex
CREATE INDEX "AuditEvent_appId_createdAt_idx" ON "AuditEvent"("appId", "createdAt");

-- CreateIndex
CREATE INDEX "rate_limit_expire_idx" ON "rate_limit"("expire");

-- AddForeignKey
ALTER TABLE "AdminSession" ADD CONSTRAINT "AdminSession_adminId_fkey" FOREIGN KEY ("adminId") REFERENCES "Admin"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppSecret" ADD CONSTRAINT "AppSecret_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppCredential" ADD CONSTRAINT "AppCredential_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_referrerId_fkey" FOREIGN KEY ("referrerId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Identity" ADD CONSTRAINT "Identity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Wallet" ADD CONSTRAINT "Wallet_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WalletSeed" ADD CONSTRAINT "WalletSeed_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

